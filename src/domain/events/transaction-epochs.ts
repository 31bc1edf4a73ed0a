import type { FastifyBaseLogger } from 'fastify'
import { JOB_TRANSACTION } from '../../platform/database/connect/bounds.ts'
import { serverIdentity } from '../../platform/database/connect/server-identity.ts'
import type { Database, Sql } from '../../platform/database/database.ts'

/** More transactions than a server can have run between a dump and its end. */
const LEAP = 2 ** 32

/**
 * Events and changes of enforcement are ordered by the transaction that wrote them, and readers keep its number in
 * their cursors. Another server, into which the database was restored, counts from its own beginning; so does, from
 * an earlier point, one that was recovered or took over. So its numbers get a base, above all that any reader has
 * seen: what is written now comes after every cursor ever given out, and no event is missed or comes twice.
 *
 * The race it closes: an event may be written with the old base while a reader sees the new one already. So writers
 * are kept out until the base is committed, and `transaction_number()` reads it when it is their turn.
 */
export async function keepNumbering(db: Database, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const server = await serverIdentity(db)
  const known = await numbering(db)
  if (!isOther(known, server)) {
    if (known.server === null && server !== null) await remember(db, server)
    return
  }
  const isNew = await db.bulkTransaction(async (tx) => {
    await tx.run('lock table events, enforcement_changes in share row exclusive mode')
    const found = await numbering(tx)
    if (!isOther(found, server)) return false
    const after = Math.max(found.highest, found.base)
    await tx.run`insert into transaction_epochs (base, after, server) values (${after + LEAP}, ${after}, ${server})`
    return true
  }, JOB_TRANSACTION)
  if (isNew) log.warn('the database was restored, recovered or taken over; cursors of before stay good')
}

/**
 * The server of the present base, null when it is not known, the highest number that anything has, and that of the next
 * transaction.
 */
const numbering = (sql: Sql) =>
  sql.one<{ server: string | null; base: number; highest: number; next: number }>(
    `select base, (select server from transaction_epochs e where e.base = present.base) as server,
            greatest(coalesce((select xact::text::bigint from events order by xact desc limit 1), 0),
                     coalesce((select xact::text::bigint from enforcement_changes order by xact desc limit 1), 0)) as highest,
            base + pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
     from (select coalesce(max(base), 0) as base from transaction_epochs) present`,
  )
type Numbering = Awaited<ReturnType<typeof numbering>>

/** What has a number that this server has not come to yet was numbered by another one, whoever says what. */
const isOther = (found: Numbering, server: string | null) =>
  found.highest >= found.next || (found.server !== null && server !== null && found.server !== server)

/** Notes the first server, so that another one is known as such. */
const remember = (db: Database, server: string) =>
  db.run`
    insert into transaction_epochs as e (base, after, server)
    select coalesce(max(base), 0), 0, ${server} from transaction_epochs
    on conflict (base) do update set server = excluded.server where e.server is null`
