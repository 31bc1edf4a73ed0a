import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { Report } from '../../src/domain/config/backtest-report.ts'
import { rulesWrittenSince } from '../../src/domain/config/rules-hash.ts'
import { Amount } from '../../src/domain/field-schemas.ts'
import { BULK_TRANSACTION, JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { entityTag } from '../../src/platform/http/answers/answer-tags.ts'
import { eventStream, streamProgress } from '../../src/platform/http/answers/progress-stream.ts'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import { NOT_TAKEN } from '../../src/platform/jobs/queue-queries.ts'
import {
  count,
  Id,
  Nullable,
  OneOf,
  Period,
  Timestamp,
  wholeList,
} from '../../src/platform/schemas/schemas.ts'
import { BACKTESTS, endRun } from '../../src/runs/run-tables.ts'
import { WaitingFor } from '../../src/runs/waiting-for.ts'

const KEPT_DAYS = 90

export const params = Type.Object({ id: Id({ description: 'Id of the backtest' }) })
const hash = (description: string) => Type.String({ description, examples: ['9f86d081884c7d65'] })

const Status = OneOf(['queued', 'running', 'completed', 'failed', 'cancelled'], {
  description: 'queued until a worker takes it; a failed one says why in `error`',
  examples: ['completed'],
})

const Backtest = Type.Object({
  id: Id(),
  draft_id: Id({ description: 'The draft, which may have changed since' }),
  name: Type.String({ description: 'Of the draft', examples: ['Stricter lateness'] }),
  status: Status,
  from: Period({ description: 'The first month' }),
  to: Period({ description: 'The last month' }),
  bonus_base: Amount({
    description: 'What the percent of an account manager’s band is of',
    examples: [1000],
  }),
  changes_sha256: hash('sha256 of the changes: the draft’s, as long as it has not changed'),
  rules_sha256: hash('sha256 of the rules that were effective in the running month when it was asked for'),
  rules_written: Type.Boolean({
    description:
      'Whether a rule was written since it was asked for: then only a reason lets its draft be adopted on it',
    examples: [false],
  }),
  sellers: Nullable(count('Sellers with a score of these months', 9812), {
    description: 'null while queued',
  }),
  parts_total: Nullable(count('A part is a batch of sellers in one month', 48), {
    description: 'null while queued',
  }),
  parts_done: count('Parts that are stored', 48),
  error: Nullable(Type.String({ examples: ['The database can’t be reached.'] }), {
    description: 'Why it failed',
  }),
  requested_by: Nullable(Type.Integer({ examples: [1] }), {
    description: 'Id of the user who asked; null where that is not known',
  }),
  created_at: Timestamp(),
  started_at: Nullable(Timestamp()),
  finished_at: Nullable(Timestamp()),
})
export type Backtest = Static<typeof Backtest>

const SHOWN = `b.id, b.draft_id, b.name, b.status, b.from_period as "from", b.to_period as "to", b.bonus_base,
  b.changes_sha256, b.rules_sha256, b.sellers, b.parts_total, b.parts_done, b.error, b.requested_by, b.created_at,
  b.started_at, b.finished_at, ${rulesWrittenSince('b.created_at')} as rules_written`

const findBacktest = (db: Sql, id: number) =>
  db.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1`, [id])

/** @throws 404 */
export function found<Row>(row: Row | undefined, id: number): Row {
  if (!row) throw notFound('backtest_not_found', `There is no backtest ${id}.`)
  return row
}

/** The backtest, once it is completed. @throws 404, or 409 while it is not */
export async function completed(db: Sql, id: number): Promise<Backtest> {
  const backtest = found(await findBacktest(db, id), id)
  if (backtest.status !== 'completed')
    throw conflict(
      'backtest_not_completed',
      `Backtest ${id} is ${backtest.status}, and only a completed one has scores`,
    )
  return backtest
}

export const listBacktests = endpoint('GET', '/api/backtests', 'model.read', {
  operationId: 'listBacktests',
  summary: 'List backtests, newest first',
  ...wholeList(Backtest, {
    status: Type.Optional(Status),
    draft_id: Type.Optional(Id({ description: 'Only those of a draft' })),
  }),
})(({ server, query }) =>
  pageOfRows<Backtest>(server.db, query, {
    rows: `
      select ${SHOWN} from backtests b
      where ($1::text is null or status = $1) and ($2::int is null or draft_id = $2)`,
    values: [query.status, query.draft_id],
    order: 'id desc',
  }),
)

const Detail = Type.Composite([
  Backtest,
  Type.Object({
    waiting_for: WaitingFor,
    changes: Type.Array(Type.Unknown(), {
      description: 'What the draft changed when it was asked for',
      examples: [[{ type: 'surcharge', op: 'remove', identity: 'payment_block' }]],
    }),
  }),
  Type.Partial(Report),
])

export const getBacktest = endpoint('GET', '/api/backtests/:id', 'model.read', {
  operationId: 'getBacktest',
  summary: 'What a backtest found',
  description: `How far the backtest is and, once it is completed, what it found. Kept for ${KEPT_DAYS} days, and for ever when a draft was adopted on it.`,
  params,
  response: { 200: withETag(Detail) },
})(async ({ server: { db }, params: { id } }, reply) => {
  const row = await db.row<Backtest & { version: string; changes: unknown[]; report: Report | null }>(
    `select ${SHOWN}, b.xmin::text as version, b.changes, b.report from backtests b where b.id = $1`,
    [id],
  )
  const { report, version, ...backtest } = found(row, id)
  reply.header('etag', entityTag(version))
  return { ...backtest, waiting_for: backtest.status === 'queued' ? NOT_TAKEN : null, ...report }
})

export const watchBacktest = endpoint('GET', '/api/backtests/:id/progress', 'model.read', {
  config: { waits: true },
  operationId: 'watchBacktest',
  summary: 'Watch a backtest as server-sent events',
  description:
    'One `progress` event with the backtest for every change, then one named `completed`, `failed` or `cancelled`, then the stream ends. A comment is sent every 15 seconds while nothing changes.',
  params,
  response: { 200: eventStream('The data of every event is the backtest, as the list shows it') },
})(async ({ server, params: { id } }, reply) =>
  streamProgress(server, reply, found(await findBacktest(server.db, id), id), {
    find: () => findBacktest(server.db, id),
    progressOf: ({ status, parts_done }) => `${status} ${parts_done}`,
  }),
)

/** The row is locked: a part that is written meanwhile comes before, or finds the backtest ended and writes nothing. */
export const deleteBacktest = endpoint('DELETE', '/api/backtests/:id', 'drafts.write', {
  operationId: 'deleteBacktest',
  summary: 'Cancel or forget a backtest',
  description:
    'Cancels one that is queued or running. One that has ended is deleted with all that it found, but not one that a draft was adopted on: 409.',
  params,
  ...ifUnchanged,
})((request) =>
  change(
    request,
    async (tx) => {
      const { id } = request.params
      const before = found(await lockBacktest(tx, id), id)
      await requireMatch(tx, request, 'backtests', id)
      const isCancelled = await endRun(tx, BACKTESTS, id, { status: 'cancelled' })
      const adopted = isCancelled ? undefined : await forget(tx, id)
      if (adopted)
        throw conflict('backtest_adopted', `Draft ${adopted.id} was adopted on backtest ${id}, so it is kept`)
      await audit(tx, request, {
        action: isCancelled ? 'backtest.cancelled' : 'backtest.forgotten',
        entity: 'backtest',
        entity_id: id,
        before,
      })
      return { success: true as const }
    },
    BULK_TRANSACTION,
  ),
)

/** One that a draft was adopted on says why the rules are as they are, so it stays. A second run finds none left. */
export async function forgetOldBacktests({ db, log }: Pick<FastifyInstance, 'db' | 'log'>) {
  const old = await db.column<number>`
    select id from backtests
    where finished_at < now() - make_interval(days => ${KEPT_DAYS}::int)
      and not exists (select from config_drafts where backtest_id = backtests.id and adopted_at is not null)
    order by id`
  for (const id of old) {
    const isForgotten = await db.bulkTransaction(
      async (tx) => (await lockBacktest(tx, id)) && !(await forget(tx, id)),
      JOB_TRANSACTION,
    )
    if (isForgotten) log.info({ backtest_id: id }, 'forgot a backtest that is past its time')
  }
}

/** The backtest, locked until the transaction ends: what it becomes is decided by one at a time. */
const lockBacktest = (tx: Sql, id: number) =>
  tx.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1 for update`, [id])

/** Answers the draft that was adopted on it, if any: an adoption holds the row, so who has locked it sees one before. */
async function forget(tx: Sql, id: number) {
  const draft = await tx.row<{ id: number }>`
    select id from config_drafts where backtest_id = ${id} and adopted_at is not null order by id limit 1`
  if (draft) return draft
  await tx.run`delete from backtest_scores where backtest_id = ${id}`
  await tx.run`delete from backtest_batches where backtest_id = ${id}`
  await tx.run`delete from backtests where id = ${id}`
  return undefined
}
