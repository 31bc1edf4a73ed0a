import { Type } from '@sinclair/typebox'
import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import { endpoint, withETag } from '../../src/platform/http/route.ts'
import { NOT_TAKEN } from '../../src/platform/jobs/queue-queries.ts'
import { Period, wholeList } from '../../src/platform/schemas/schemas.ts'
import { ChangedSeller, Correction, Detail, KEPT_DAYS, params, Status, type Sums, tags } from './schemas.ts'

const SHOWN = `c.id, c.period, c.reason, c.dry_run, c.facts_only, c.status, c.requested_by, c.created_at, c.sellers, c.changed,
  c.batches_total, c.batches_done, c.computed_at, c.decided_by, c.decided_at, c.notes,
  coalesce(c.run_ids, '{}') as run_ids, c.corrected, c.left_out, c.finished_at, c.error,
  (select array_agg(seller_code order by seller_code) from sellers where id = any(c.seller_ids)) as seller_codes,
  (select full_name from users where id = c.requested_by) as requested_by_name,
  (select full_name from users where id = c.decided_by) as decided_by_name`

/** @throws 404 */
export async function findCorrection(db: Sql, id: number, lock: '' | 'for update of c' = '') {
  const found = await db.row<Correction>(`select ${SHOWN} from corrections c where c.id = $1 ${lock}`, [id])
  if (!found) throw notFound('correction_not_found', `There is no correction ${id}.`)
  return found
}

export const listCorrections = endpoint('GET', '/api/sos/monthly/corrections', 'model.read', {
  tags,
  operationId: 'listCorrections',
  summary: 'List corrections, newest first',
  ...wholeList(Correction, {
    period: Type.Optional(Period({ description: 'Only those of this month' })),
    status: Type.Optional(Status),
  }),
})(({ server, query }) =>
  pageOfRows<Correction>(server.db, query, {
    rows: `
      select ${SHOWN} from corrections c
      where ($1::text is null or period = $1) and ($2::text is null or status = $2)`,
    values: [query.period, query.status],
    order: 'id desc',
  }),
)

export const getCorrection = endpoint('GET', '/api/sos/monthly/corrections/:id', 'model.read', {
  tags,
  operationId: 'getCorrection',
  summary: 'How far a correction is and what it would change',
  params,
  response: { 200: withETag(Detail) },
})(({ server: { db }, params: { id } }, reply) =>
  withTag(reply, db, 'corrections', { id }, async () => {
    const correction = await findCorrection(db, id)
    return {
      ...correction,
      waiting_for: correction.status === 'queued' ? NOT_TAKEN : null,
      found: await sumsOf(db, correction),
    }
  }),
)

/** How far the scores move that a correction changes; null where they are not known yet, or not kept any more. */
async function sumsOf(
  db: Sql,
  { id, computed_at, changed }: Pick<Correction, 'id' | 'computed_at' | 'changed'>,
): Promise<Sums | null> {
  if (computed_at === null) return null
  const { kept, ...sums } = await db.one<Omit<Sums, 'migration'> & { kept: number }>(
    `select count(*) as kept,
            count(*) filter (where total_after > total_before) as up,
            count(*) filter (where total_after < total_before) as down,
            count(*) filter (where tier_after <> tier_before) as tier_changes,
            round(avg(abs(total_after - total_before)) filter (where is_rated_before and is_rated_after), 6) as mean_abs,
            max(abs(total_after - total_before)) filter (where is_rated_before and is_rated_after) as max_abs
     from correction_scores where correction_id = $1`,
    [id],
  )
  if (kept < (changed ?? 0)) return null
  const migration = await db.rows<Sums['migration'][number]>(
    `select tier_before as "from", tier_after as "to", count(*) as count
     from correction_scores where correction_id = $1
     group by tier_before, tier_after order by max(total_before) desc, tier_before, max(total_after) desc, tier_after`,
    [id],
  )
  return { ...sums, migration }
}

export const listChangedSellers = endpoint('GET', '/api/sos/monthly/corrections/:id/sellers', 'model.read', {
  config: { reads: 'sums' },
  tags,
  operationId: 'listCorrectedSellers',
  summary: 'List who changes by a correction, and by how much',
  description: `By the order of seller codes. 409 until it is computed. Those of a correction that was not applied are kept for ${KEPT_DAYS} days.`,
  params,
  ...wholeList(ChangedSeller),
})(async ({ server, params: { id }, query }) => {
  const { status, computed_at } = await findCorrection(server.db, id)
  if (computed_at === null)
    throw conflict(
      'correction_not_computed',
      `Correction ${id} is ${status}, and only a computed one knows who changes.`,
    )
  return pageOfRows<ChangedSeller>(server.db, query, {
    rows: `
      select s.seller_code, s.company_name, c.revision, c.total_before, c.total_after,
             c.total_after - c.total_before as delta, c.tier_before, c.tier_after,
             c.tier_after <> c.tier_before as tier_changed, c.is_rated_before, c.is_rated_after, c.raws as components, c.result
      from correction_scores c join sellers s on s.id = c.seller_id
      where c.correction_id = $1`,
    values: [id],
    order: 'seller_code',
  })
})
