import type { FastifyRequest } from 'fastify'
import type { AppealStatus } from '../../src/domain/appeals/appeal-record.ts'
import { type AppealRow, type FoundAppeal, SENT_BY } from '../../src/domain/appeals/appeal-row.ts'
import { requireInScope, type Scope, type SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { ListQuery } from './schemas.ts'

/** What identifies an appeal. */
type AppealKey = Pick<AppealRow, 'seller_id' | 'id'>

/** One page of the appeals in scope that match and how many there are, the newest first. */
export const pageOfAppeals = (db: Database, scope: Scope, query: ListQuery) =>
  pageOfRows<AppealRow>(db, query, {
    rows: `
      select a.*, s.seller_code, s.company_name, m.name as am_name, ${SENT_BY}
      from appeals a join sellers s on s.id = a.seller_id left join account_managers m on m.id = a.submitted_by_am_id
      where ($1::text is null or a.status = $1) and ($2::text is null or a.period = $2)
        and ($3::text is null or s.seller_code = $3) and ($4::int is null or s.assigned_am_id = $4)
        and ($5::int is null or s.primary_warehouse_id = $5) and ($6::int is null or a.seller_id = $6)`,
    values: [
      ...[query.status, query.period, query.seller_code],
      ...[scope.am_id, scope.warehouse_id, scope.seller_id],
    ],
    order: 'id desc',
    name: 'appeals-page',
  })

/** The appeal with this id, and whose seller it is about. */
const appealById = (db: Database, id: number) =>
  db.row<FoundAppeal & SellerScope>(
    `select a.xmin::text as version, a.*, s.seller_code, s.company_name, m.name as am_name, s.assigned_am_id,
            s.primary_warehouse_id, ${SENT_BY}
     from appeals a join sellers s on s.id = a.seller_id left join account_managers m on m.id = a.submitted_by_am_id
     where a.id = $1`,
    [id],
    'appeal-by-id',
  )

export const isAccountManager = async (tx: Tx, id: number) =>
  (await tx.prisma.account_manager.count({ where: { id } })) === 1

/** An appeal without the names of what it points to. */
export type PlainAppeal = Omit<AppealRow, 'seller_code' | 'company_name' | 'am_name'>

/** The appeal as it stands, locked until the transaction ends, so that two reviews see each other. */
export const lockAppeal = (tx: Tx, { seller_id, id }: AppealKey) =>
  tx.one<PlainAppeal>`select * from appeals where seller_id = ${seller_id} and id = ${id} for update`

/** Changes a locked appeal. Answers it as it is then, without the names of what it points to. */
export async function changeAppeal(
  tx: Tx,
  { seller_id, id }: AppealKey,
  data: Prisma.appealUncheckedUpdateInput,
) {
  const changed = await tx.prisma.appeal.update({ where: { seller_id_id: { seller_id, id } }, data })
  return plain(changed) as PlainAppeal
}

/** The same of one that is closed, which makes room for another one of its component, and with its names. */
export async function closeAppeal(
  tx: Tx,
  appeal: AppealRow,
  data: Prisma.appealUncheckedUpdateInput,
): Promise<AppealRow> {
  const { seller_code, company_name, am_name } = appeal
  return {
    ...(await changeAppeal(tx, appeal, { ...data, open_key: null })),
    seller_code,
    company_name,
    am_name,
  }
}

/**
 * Closes all open appeals whose time is over, and answers each as it is and the state it was in. One that is decided
 * while this waits for its row is checked again once it is locked, and left out.
 */
export const expireDue = (tx: Tx) =>
  tx.rows<AppealRow & { status_before: AppealStatus }>`
    with due as (
      select seller_id, id, status from appeals
      where status in ('pending', 'under_review') and expires_at <= now()
      order by seller_id, id for update
    ), expired as (
      update appeals a set status = 'expired', open_key = null, updated_at = now()
      from due where a.seller_id = due.seller_id and a.id = due.id
      returning a.*
    )
    select expired.*, due.status as status_before, s.seller_code, s.company_name, m.name as am_name
    from expired join due on due.seller_id = expired.seller_id and due.id = expired.id
      join sellers s on s.id = expired.seller_id left join account_managers m on m.id = expired.submitted_by_am_id
    order by expired.seller_id, expired.id`

/**
 * The appeal that a path names, inside the actor's scope.
 * @throws 404 when there is none, 403 when its seller is outside the scope
 */
export async function findAppeal({ server, scope }: FastifyRequest, id: number): Promise<FoundAppeal> {
  const appeal = await appealById(server.db, id)
  if (!appeal) throw notFound('appeal_not_found', `There is no appeal ${id}.`)
  requireInScope(scope, appeal)
  return appeal
}
