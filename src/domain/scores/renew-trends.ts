import type { Sql, Transaction } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sha256 } from '../../scoring/canonical-json.ts'
import type { Explanation } from '../../scoring/explanation.ts'
import { computeTrend, type Trend } from '../../scoring/trend.ts'
import { scoresChanged } from './score-changes.ts'
import type { ScoreRow } from './score-row.ts'

interface Changed {
  sellers: number[]
  period: string
  /** The scores that those of the sellers were compared with in the caller's transaction; else their inputs say it. */
  compared?: ({ period: string } | null)[]
}

/** A score whose trend is of another previous total than the one that stands there now. */
type Stale = Pick<ScoreRow, 'seller_id' | 'period' | 'revision' | 'total_sos' | 'is_rated'> & {
  previous: PreviousScore | null
  /** What is kept of a score that is not final. */
  inputs: string | null
  explanation: Explanation | null
}

/**
 * Renews the trends that stand on changed totals, and those of the changed scores themselves, in the transaction that has
 * changed them; answers them. A score that is not final gets its inputs and explanation with it, as if calculated now; of a
 * final one what is kept, and certified, stays as it was made: only the row says what the change is today.
 *
 * The race it closes: who changes an earlier total and who makes a later score at the same time don't see each other.
 * So each of them comes here, one after the other until it commits, and the second finds what the first has written.
 * Rows are locked before, earlier months first, so that nobody waits for a row while others wait for their turn.
 */
export async function renewTrends(tx: Transaction, jobs: Pick<Jobs, 'sendAll'>, changed: Changed) {
  await tx.run`
    select from monthly_scores where seller_id = any(${changed.sellers}) and period > ${changed.period}
    order by period, seller_id for no key update`
  // Waits for those who renew trends, until they commit, and keeps others waiting.
  await tx.run`select pg_advisory_xact_lock(hashtextextended('trends', 0))`
  const stale = await staleScores(tx, changed)
  if (stale.length === 0) return []
  const renewed = stale.map((score) => ({
    ...score,
    trend: computeTrend(score.total_sos, score.previous?.total_sos ?? null, score.is_rated),
  }))
  await writeTrends(tx, renewed)
  await writeKept(
    tx,
    renewed.filter(({ inputs, explanation }) => (inputs ?? explanation) !== null),
  )
  for (const period of new Set(stale.map((score) => score.period))) await scoresChanged(jobs, tx, period)
  return renewed.map(({ seller_id, period, trend: { previous_sos, delta, direction } }) => ({
    ...{ seller_id, period, previous_sos, delta_sos: delta, direction },
  }))
}

const staleScores = (tx: Sql, { sellers, period, compared = [] }: Changed) =>
  tx.rows<Stale>(
    `select m.seller_id, m.period, m.revision, m.total_sos, m.is_rated, e.inputs, e.explanation,
            case when p.period is not null
                 then json_build_object('period', p.period, 'total_sos', p.total_sos) end as previous
     from monthly_scores m
       left join lateral (${PREVIOUS_OF_M}) p on true
       left join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision and m.status <> 'final'
       left join unnest($1::int[], $3::text[]) as made(seller_id, inputs) on made.seller_id = m.seller_id and m.period = $2
     where m.seller_id = any($1::int[]) and m.period >= $2
       and ((m.previous_sos, m.previous_rated is true)
              is distinct from (coalesce(p.total_sos, m.total_sos), p.period is not null)
            or strpos(case when e.inputs is not null then coalesce(made.inputs, e.inputs) end, -- those kept are dear to read
                      '"previous":' || coalesce('{"period":"' || p.period || '"', 'null')) = 0)
     order by m.period, m.seller_id`,
    [sellers, period, compared.map((previous) => JSON.stringify({ previous }))],
  )

function writeTrends(tx: Sql, renewed: readonly (Stale & { trend: Trend })[]) {
  const rows = renewed.map(({ seller_id, period, previous, trend }) => ({
    ...{ seller_id, period, previous_rated: previous ? true : null },
    ...trend,
  }))
  return tx.run`
    update monthly_scores m set
      previous_sos = r.previous_sos, previous_rated = r.previous_rated, delta_sos = r.delta, direction = r.direction
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      seller_id int, period text, previous_sos numeric, previous_rated boolean, delta numeric, direction text)
    where m.seller_id = r.seller_id and m.period = r.period`
}

/** Keeps of each score what a calculation with its previous total would keep. */
function writeKept(tx: Sql, renewed: readonly (Stale & { trend: Trend })[]) {
  const rows = renewed.map(({ previous, trend, inputs: before, explanation, ...score }) => {
    const inputs = before && withPrevious(before, previous)
    const explained = explanation && {
      ...explanation,
      trend: { previous_period: previous?.period ?? null, ...trend },
      input_hash: inputs === null ? explanation.input_hash : sha256(inputs),
    }
    return { ...score, inputs, explanation: explained && JSON.stringify(explained) }
  })
  return tx.run`
    update score_explanations e set inputs = r.inputs, explanation = r.explanation::json
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(seller_id int, period text, revision int, inputs text, explanation text)
    where e.seller_id = r.seller_id and e.period = r.period and e.revision = r.revision`
}

/** Inputs with another previous score; what other code has kept may have any shape, and stays as it is. */
function withPrevious(inputs: string, previous: PreviousScore | null): string {
  try {
    return JSON.stringify({ ...JSON.parse(inputs), previous })
  } catch {
    return inputs
  }
}

/** The score that another one is compared with. */
export interface PreviousScore {
  period: string
  total_sos: number
}

/** The score that `m` is compared with: its seller's latest earlier one that is rated. An unrated one is no past. */
export const PREVIOUS_OF_M = `
  select e.period, e.total_sos from monthly_scores e
  where e.seller_id = m.seller_id and e.period < m.period and e.is_rated order by e.period desc limit 1`

/** The score that each seller's score of a month is compared with, where it has one. */
export async function previousScores(db: Sql, sellers: number[], period: string) {
  const rows = await db.rows<PreviousScore & { seller_id: number }>(
    `select m.seller_id, p.period, p.total_sos
     from (select seller_id, $2::text as period from unnest($1::int[]) as s(seller_id)) m
       cross join lateral (${PREVIOUS_OF_M}) p`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, ...score }) => [seller_id, score]))
}
