import { sellersChangedSince } from '../../../src/domain/scores/changed-sellers.ts'
import { code } from '../../../src/domain/scores/engine.ts'
import type { RatedCounts } from '../../../src/domain/scores/unrated.ts'
import type { Sql } from '../../../src/platform/database/database.ts'

/** A completed run of all sellers that a later one may go on from. */
interface Base {
  id: number
  snapshot: string
}

/**
 * The newest completed run of all sellers of a period, if it has this basis and the code of this process has computed
 * all of its batches: those of a run may be done by processes of several releases.
 */
const baseOf = (db: Sql, period: string, basis: string) =>
  db.row<Base>(
    `select id, snapshot from (
       select id, snapshot, basis from scoring_runs
       where period = $1 and status = 'completed' and seller_ids = '{}' order by id desc limit 1) newest
     where basis = $2 and not exists (
       select from scoring_batches b
       where b.run_id = newest.id and b.batch <> ${KEPT_BATCH} and b.code is distinct from $3)`,
    [period, basis, code()],
  )

/** The sellers whose scores stay as they are, and what they add to the counts of the run. */
interface KeptSellers {
  /** Those whose score the run would have written, in their order. */
  sellers: number[]
  final: number
  counts: RatedCounts
}

/** The batch of the sellers who keep their scores: it is done from the start, and not counted. */
export const KEPT_BATCH = -1

export const NONE_KEPT: KeptSellers = {
  sellers: [],
  final: 0,
  counts: { rated: 0, unrated: 0, unrated_reasons: [] },
}

/**
 * Divides the active sellers into those to score again, by their ids, and those who keep their score: one of the base
 * or of before, of which nothing has changed since. A score that a later run has written, of some sellers or in vain,
 * may be made of other facts or rules.
 */
async function divideSellers(
  db: Sql,
  period: string,
  base: Base,
  changed: number[],
): Promise<{ sellers: number[]; kept: KeptSellers }> {
  const { again, open, final, ...counts } = await db.one<
    RatedCounts & { again: number[]; open: number[]; final: number }
  >(
    `with seller as (
       select s.id, m.seller_id is null or c.id is not null as is_again,
              m.status <> 'final' and m.revision = 1 as is_open, m.is_rated, m.unrated_reason, m.unrated_metric,
              m.before_contract
       from sellers s
         left join monthly_scores m on m.seller_id = s.id and m.period = $1 and m.run_id <= $2
         left join unnest($3::int[]) as c(id) on c.id = s.id
       where s.status = 'active'
     ), open as (
       select * from seller where not is_again and is_open
     ), counted as (
       select * from open where not before_contract
     )
     select array(select id from seller where is_again order by id) as again,
            array(select id from open order by id) as open,
            (select count(*) from seller where not is_again and not is_open) as final,
            (select count(*) from counted where is_rated) as rated,
            (select count(*) from counted where not is_rated) as unrated,
            (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'metric', metric, 'sellers', sellers)
                                       order by sellers desc, reason), '[]')
             from (select unrated_reason as reason, unrated_metric as metric, count(*) as sellers
                   from counted where unrated_reason is not null group by 1, 2) reasons) as unrated_reasons`,
    [period, base.id, changed],
  )
  return { sellers: again, kept: { sellers: open, final, counts } }
}

/**
 * Who has to be scored again by a run of all sellers of a period (null for all of them), and who keeps the score of the
 * run before it. All have to when there is no such run, when its basis was another one, and when something has changed
 * for all.
 * @param tx reads no earlier than in the snapshot that is kept with the run, so that the next one misses nothing
 */
export async function keepUnchanged(
  tx: Sql,
  period: string,
  basis: string | null,
): Promise<{ sellers: number[] | null; kept: KeptSellers }> {
  const base = basis === null ? undefined : await baseOf(tx, period, basis)
  const changed = base && (await sellersChangedSince(tx, period, base.snapshot))
  return changed ? divideSellers(tx, period, base, changed) : { sellers: null, kept: NONE_KEPT }
}
