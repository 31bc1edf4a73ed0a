import type { ShownScore } from '../../src/domain/scores/shown-score.ts'
import type { SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { PlainAppeal } from './queries.ts'

/** How many decided appeals are compared: the newest. */
export const MOST_COMPARED = 500

/** Points of the metrics of a component by name, null where a metric is N/A. */
export type Points = Record<string, number | null>

/** A decided appeal, whose seller it is about, and the points of its component where an explanation keeps them. */
export type DecidedAppeal = Pick<
  PlainAppeal,
  'id' | 'period' | 'appeal_reason_type' | 'score_adjustment' | 'score_after' | 'ops_notes' | 'am_notes'
> &
  SellerScope & {
    seller_code: string
    company_name: string
    status: 'approved' | 'partially_approved' | 'rejected'
    score_before: ShownScore
    decided_at: string
    same_reason: boolean
    points: Points | null
  }

type Asked = Pick<PlainAppeal, 'seller_id' | 'id' | 'component_appealed' | 'appeal_reason_type'>

/** Words of an open vocabulary are compared as open-word.ts does. */
const SAME_REASON = `
  regexp_replace(lower(btrim(a.appeal_reason_type)), '[\\s_-]+', '_', 'g')
    = regexp_replace(lower(btrim($3)), '[\\s_-]+', '_', 'g')`

const DECIDED_OTHERS = `
  a.component_appealed = $1 and a.id <> $2 and a.status in ('approved', 'partially_approved', 'rejected')`

const pointsOf = (explanation: string, component: string) => `
  (select json_object_agg(m ->> 'metric', m -> 'points')
   from json_array_elements(${explanation} -> 'metrics') m where m ->> 'component' = ${component})`

/** The newest decided appeals of an appeal's component, without itself. */
export const decidedLike = (db: Sql, asked: Asked) =>
  db.rows<DecidedAppeal>(
    `with newest as (
       select * from appeals a where ${DECIDED_OTHERS} order by am_reviewed_at desc, id desc limit $4
     )
     select a.id, a.period, a.appeal_reason_type, a.status, a.score_adjustment, a.score_before, a.score_after,
            a.ops_notes, a.am_notes, a.am_reviewed_at as decided_at, a.seller_id, s.seller_code, s.company_name,
            s.assigned_am_id, s.primary_warehouse_id, ${SAME_REASON} as same_reason,
            ${pointsOf('e.explanation', '$1')} as points
     from newest a join sellers s on s.id = a.seller_id
       left join score_explanations e
         on e.seller_id = a.seller_id and e.period = a.period and e.revision = (a.score_before ->> 'revision')::int
     order by a.am_reviewed_at desc, a.id desc`,
    [asked.component_appealed, asked.id, asked.appeal_reason_type, MOST_COMPARED],
    'appeal-precedents',
  )

/** The points of an appeal's own component; null where no explanation keeps them. */
export async function ownPoints(
  db: Sql,
  { seller_id, period, component_appealed, score_before }: PlainAppeal,
): Promise<Points | null> {
  const row = await db.row<{ points: Points | null }>(
    `select ${pointsOf('e.explanation', '$4')} as points from score_explanations e
     where e.seller_id = $1 and e.period = $2 and e.revision = $3`,
    [seller_id, period, score_before?.revision ?? 1, component_appealed],
    'appeal-points',
  )
  return row?.points ?? null
}

/** How many appeals of the component and reason were decided how, without the asked one. */
export const countOutcomes = (db: Sql, asked: Asked) =>
  db.one<{ decided: number; approved: number; partially_approved: number; rejected: number }>(
    `select count(*) as decided, count(*) filter (where status = 'approved') as approved,
            count(*) filter (where status = 'partially_approved') as partially_approved,
            count(*) filter (where status = 'rejected') as rejected
     from appeals a where ${DECIDED_OTHERS} and ${SAME_REASON}`,
    [asked.component_appealed, asked.id, asked.appeal_reason_type],
    'appeal-outcomes',
  )
