import { monthUntilNow, type ScoredMonth } from '../../feeds/scored-month.ts'
import { aggregateFacts } from '../../feeds/sums-queries.ts'
import type { Sql } from '../../platform/database/database.ts'
import { type Aggregates, normalAggregates } from '../../scoring/aggregates.ts'
import { canonicalJson } from '../../scoring/canonical-json.ts'
import { firstDay, nextPeriod } from '../../scoring/month.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import { periodOf } from '../business-time.ts'
import { chunksOf } from '../chunks.ts'
import { COUNTED_SCORES, isBeforeContract, touches } from '../scores/counted-scores.ts'
import { scoringRulesOf } from '../scores/effective-rules.ts'
import { sellersChangedSince } from '../scores/score-changes.ts'
import { digits } from '../words/plainly.ts'
import type { Check, Asked as Question } from './finding.ts'

/** So many sellers are added up at once; where more have pushed, the rest counts as changed. */
const MOST_SELLERS = 2_000

/** Scores that are made of other facts, rules, exceptions or contracts than those that are there. */
export function outdatedScores(
  period: string,
  { changed, ruled, unscored, early, early_on }: Awaited<ReturnType<typeof outdatedOf>>,
): Check[] {
  const value = changed + ruled + unscored + early
  if (value === 0) return []
  const why = [
    changed > 0 && `facts or campaigns of ${count(changed)} have changed since the run read them`,
    ruled > 0 && `rules, exceptions or the contract of ${count(ruled)} have changed since`,
    unscored > 0 && `${count(unscored)} ${unscored === 1 ? 'has' : 'have'} facts and no score`,
    early > 0 &&
      `${count(early)} ${early === 1 ? 'was' : 'were'} calculated before the month was over (${early_on})`,
  ].filter(Boolean)
  return [
    {
      ...{ id: 'recalculate', level: 'block', value, expected: 0, sellers: value },
      sentence: `The scores of ${period} are out of date: ${why.join(', and ')}; calculate ${period} again.`,
    },
  ]
}

const count = (sellers: number) => (sellers === 1 ? 'one seller' : `${digits(sellers)} sellers`)

interface LastRun extends Omit<ScoredMonth, 'period' | 'time_zone'> {
  snapshot: string | null
  /** Whether what has changed since may be forgotten, so that anybody may have pushed. */
  is_forgotten: boolean
  rules: ScoringRules
}

type Asked = Pick<Question, 'period' | 'time_zone' | 'feeds'>

/**
 * Which scores to finalize are made of other facts than those that the transaction sees: the facts of who has pushed
 * since the last run of all sellers, or of anybody where that is forgotten, are added up again as of the same instant,
 * and compared with what is kept of the score. Nothing is asked of a month that is not over, its facts change all the
 * time; nor of sellers who are not active, whom no run computes. Who was scored by other rules or exceptions counts for
 * that; of all sellers also active ones with facts whom no run has scored. `early` are those whose run read the facts
 * before the month was over, `early_on` is the earliest day of such a run.
 * @param sellers null for all
 */
export async function outdatedOf(db: Sql, asked: Asked, sellers: number[] | null) {
  const { period, time_zone, feeds } = asked
  const early = await calculatedEarly(db, asked, sellers)
  const now = await scoringRulesOf(db, period)
  const ruled = await scoredByOthers(db, asked, now, sellers)
  const known = { ...early, ruled: ruled.size, unscored: sellers ? 0 : await countUnscored(db, asked, now) }
  const run = await lastRunOf(db, period)
  if (!run?.snapshot) return { ...known, changed: 0 }
  const { snapshot, is_forgotten, rules, ...month } = run
  // Who was not active when it ran was left out, whatever was pushed before.
  const sources = [...feeds.map(({ name }) => name), 'campaigns', 'sellers']
  const pushed = is_forgotten ? null : await sellersChangedSince(db, period, snapshot, sources)
  const open = (await openScores(db, asked, pushed, sellers)).filter(({ seller_id }) => !ruled.has(seller_id))
  const [again, rest] = [open.slice(0, MOST_SELLERS), open.slice(MOST_SELLERS)]
  if (again.length === 0) return { ...known, changed: 0 }
  const ids = again.map(({ seller_id }) => seller_id)
  const facts = await aggregateFacts(db, ids, { ...month, period, time_zone }, rules, feeds)
  const changed = again.filter((score) => isOther(score.aggregates, facts.get(score.seller_id)))
  return { ...known, changed: changed.length + (is_forgotten ? 0 : rest.length) }
}

const isOther = (kept: Aggregates | null, now: Aggregates = {}) =>
  kept === null || JSON.stringify(normalAggregates(kept)) !== JSON.stringify(normalAggregates(now))

/**
 * The last run of all sellers. Its changes are kept as long as a later run may go on from it (its basis), and a
 * snapshot that is ahead of this server is of another one, from which the database was restored.
 */
const lastRunOf = (db: Sql, period: string) =>
  db.row<LastRun>(
    `select snapshot, rules, month_start, as_of, as_of_date, counting,
            basis is null or pg_snapshot_xmax(snapshot::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_forgotten
     from scoring_runs
     where period = $1 and status = 'completed' and seller_ids = '{}' order by id desc limit 1`,
    [period],
  )

/** Open scores of a month that is over whose run was before its end. */
const calculatedEarly = (db: Sql, { period, time_zone }: Asked, sellers: number[] | null) =>
  db.one<{ early: number; early_on: string | null }>(
    `with month as (select $2::date::timestamp at time zone $3 as ends_at)
     select count(*) as early, to_char(min(r.as_of) at time zone $3, 'YYYY-MM-DD') as early_on
     from ${COUNTED_SCORES} m
       join sellers s on s.id = m.seller_id and s.status = 'active'
       join scoring_runs r on r.id = m.run_id, month
     where m.period = $1 and m.status <> 'final' and ($4::int[] is null or m.seller_id = any($4::int[]))
       and r.as_of < ends_at and now() >= ends_at`,
    [period, firstDay(nextPeriod(period)), time_zone, sellers],
  )

/** Whom the next run would score by their facts, of a month that is over and has been calculated, and who have no score. */
async function countUnscored(db: Sql, { period, time_zone, feeds }: Asked, rules: ScoringRules) {
  const month = await monthUntilNow(db, period, time_zone)
  if (periodOf(new Date(month.as_of), time_zone) === period) return 0
  const ids = await db.column<number>(
    `select s.id from sellers s
     where s.status = 'active' and not ${isBeforeContract('$1')}
       and exists (select from monthly_scores where period = $1)
       and not exists (select from monthly_scores m where m.seller_id = s.id and m.period = $1)`,
    [period],
  )
  let unscored = 0
  for (const some of chunksOf(ids, MOST_SELLERS)) {
    const facts = await aggregateFacts(db, some, month, rules, feeds)
    unscored += some.filter((id) => isOther({}, facts.get(id))).length
  }
  return unscored
}

/** SQL: open scores of a month that is over, made after its end, of sellers whom a run would compute again. */
const OPEN = `
  from monthly_scores m
    join sellers s on s.id = m.seller_id and s.status = 'active'
    join scoring_runs r on r.id = m.run_id
    left join score_explanations e
      on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
  where m.period = $1 and m.status <> 'final' and m.revision = 1
    and r.as_of >= $2::date::timestamp at time zone $3 and ($4::int[] is null or m.seller_id = any($4::int[]))`
const openValues = ({ period, time_zone }: Asked, sellers: number[] | null) => [
  period,
  firstDay(nextPeriod(period)),
  time_zone,
  sellers,
]

/** SQL: the exceptions of seller `s` that touch a month, as the inputs of a score keep them. */
const EXCEPTIONS = `
  (select coalesce(jsonb_agg(jsonb_build_object(
            'id', id, 'exception_type', exception_type, 'score_component_affected', score_component_affected,
            'adjustment_rule', adjustment_rule, 'reason', reason, 'effective_from', effective_from,
            'effective_to', effective_to)), '[]')
   from score_exceptions
   where seller_id = s.id and ${touches('$1')})`

/** The sellers of open scores whose inputs, beside facts, are others than those of now: rules, exceptions, contract. */
async function scoredByOthers(db: Sql, asked: Asked, rules: ScoringRules, sellers: number[] | null) {
  const used = await db.rows<{ runs: number[]; rules: ScoringRules | null }>(
    'select array_agg(id) as runs, rules from scoring_runs where period = $1 group by rules',
    [asked.period],
  )
  const now = contentOf(rules)
  const others = used.filter((one) => contentOf(one.rules) !== now).flatMap(({ runs }) => runs)
  return new Set(
    await db.column<number>(
      `select m.seller_id ${OPEN}
         and (r.id = any($5::int[])
           or (e.inputs::jsonb -> 'seller' @> jsonb_build_object(
                 'contract_type', s.contract_type, 'contract_start_date', s.contract_start_date)
               and e.inputs::jsonb -> 'exceptions' @> ${EXCEPTIONS}
               and e.inputs::jsonb -> 'exceptions' <@ ${EXCEPTIONS}) is false)`,
      [...openValues(asked, sellers), others],
    ),
  )
}

/** Rules without the versions of their records: what was put back is the same. */
const contentOf = (rules: ScoringRules | null) =>
  canonicalJson(JSON.parse(JSON.stringify(rules, (key, value) => (key === 'version' ? undefined : value))))

/** Open scores that count, among those of `pushed`, with what their facts came to; null where it was not kept. */
async function openScores(db: Sql, asked: Asked, pushed: number[] | null, sellers: number[] | null) {
  if (pushed?.length === 0) return []
  return db.rows<{ seller_id: number; aggregates: Aggregates | null }>(
    `select m.seller_id, (e.inputs::json) -> 'aggregates' as aggregates ${OPEN}
       and not m.before_contract and ($5::int[] is null or m.seller_id = any($5::int[]))
     order by m.seller_id`,
    [...openValues(asked, sellers), pushed],
  )
}
