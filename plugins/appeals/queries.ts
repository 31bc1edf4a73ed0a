import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { type AppealRow, SENT_BY } from '../../src/domain/appeals/appeal-row.ts'
import type { ScoreRow } from '../../src/domain/scores/score-row.ts'
import { requireInScope, type SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { plain } from '../../src/platform/database/statements/records.ts'
import { notFound } from '../../src/platform/http/errors/problems.ts'
import { requireMatch } from '../../src/platform/http/requests/change.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import { Id } from '../../src/platform/schemas/schemas.ts'

export const params = Type.Object({ id: Id({ description: 'Id of the appeal' }) })

type AppealKey = Pick<AppealRow, 'seller_id' | 'id'>

export type PlainAppeal = Omit<AppealRow, 'seller_code' | 'company_name' | 'am_name'>

/** The appeal as it stands, locked until the transaction ends, so that two reviews see each other. @throws 412 */
export async function lockAppeal(tx: Tx, request: FastifyRequest, { seller_id, id }: AppealKey) {
  const appeal = await tx.one<PlainAppeal>`
    select * from appeals where seller_id = ${seller_id} and id = ${id} for update`
  await requireMatch(tx, request, 'appeals', id)
  return appeal
}

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
export async function closeAppeal(tx: Tx, appeal: AppealRow, data: Prisma.appealUncheckedUpdateInput) {
  const { seller_code, company_name, am_name } = appeal
  const closed = await changeAppeal(tx, appeal, { ...data, open_key: null })
  return { ...closed, seller_code, company_name, am_name }
}

/** The appeal that a path names, with the version of its row, inside the actor's scope. @throws as `requireInScope` does */
export async function findAppeal({ server, scope }: FastifyRequest, id: number) {
  const appeal = await server.db.row<AppealRow & SellerScope & { version: string }>(
    `select a.xmin::text as version, a.*, s.seller_code, s.company_name, m.name as am_name, s.assigned_am_id,
            s.primary_warehouse_id, ${SENT_BY}
     from appeals a join sellers s on s.id = a.seller_id left join account_managers m on m.id = a.submitted_by_am_id
     where a.id = $1`,
    [id],
    'appeal-by-id',
  )
  return requireInScope(scope, appeal, () => notFound('appeal_not_found', `There is no appeal ${id}.`))
}

export type ScoreKey = Pick<ScoreRow, 'seller_id' | 'period'>

/**
 * Locks the score until the transaction ends: nobody calculates, finalizes or revises it meanwhile. What is read
 * before the lock may be of another revision, so read it afterwards, in a statement of its own.
 */
export const lockScore = (tx: Tx, { seller_id, period }: ScoreKey) =>
  tx.row<ScoreRow>`
    select * from monthly_scores where seller_id = ${seller_id} and period = ${period} for update`
