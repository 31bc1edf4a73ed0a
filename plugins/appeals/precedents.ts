import { Type } from '@sinclair/typebox'
import { Appeal, adjustedScore } from '../../src/domain/appeals/appeal-record.ts'
import type { ShownScore } from '../../src/domain/scores/score-row.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { isInScope, type Scope, type SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  atMost,
  Closed,
  count,
  Id,
  Nullable,
  OneOf,
  Period,
  readAs,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { findAppeal, type PlainAppeal, params } from './queries.ts'
import { REASONS } from './submit.ts'

const MOST = 100
const HIDDEN = 'null for an appeal outside your scope'
const { component_appealed, appeal_reason_type } = Appeal.properties

const notes = (whose: string) =>
  Nullable(Type.String({ examples: ['The outage is confirmed by the carrier'] }), {
    description: `Of ${whose}; null without any; ${HIDDEN}`,
  })

const Precedent = Type.Object(
  {
    appeal_id: Nullable(Id(), { description: HIDDEN }),
    seller_code: Nullable(Type.String({ examples: ['S-1001'] }), { description: HIDDEN }),
    company_name: Nullable(Type.String({ examples: ['Acme Trading GmbH'] }), { description: HIDDEN }),
    period: Period({ description: 'The month of the score' }),
    appeal_reason_type: Nullable(Type.String({ examples: ['system_outage'] }), {
      description:
        'null for an appeal outside your scope whose reason is neither a documented one nor the same: it may name somebody',
    }),
    same_reason: Type.Boolean({ description: 'It was made for the same reason', examples: [true] }),
    distance: Type.Number({
      description:
        'How far the scores lie apart, 0 to 200: difference of the raws before, plus the mean difference of the points of the component’s metrics',
      examples: [12.5],
    }),
    decision: OneOf(['approved', 'partially_approved', 'rejected'], { examples: ['approved'] }),
    score_adjustment: Nullable(Type.Object(adjustedScore), {
      description: 'What the decision set; null when nothing',
    }),
    raw_before: Score({ description: 'Raw of the component that the decision found', examples: [59.17] }),
    raw_after: Nullable(Score({ examples: [80] }), {
      description: 'Raw that the decision made; null when it made no revision',
    }),
    total_before: Score(),
    total_after: Nullable(Score({ examples: [78.98] }), { description: 'null when it made no revision' }),
    is_rated_before: Type.Boolean({
      description: 'Whether the score that the decision found is rated',
      examples: [true],
    }),
    is_rated_after: Nullable(Type.Boolean({ examples: [true] }), {
      description: 'The same of the revision; null when it made none',
    }),
    ops_notes: notes('the first review'),
    am_notes: notes('the decision'),
    decided_at: Timestamp(),
  },
  { title: 'AppealPrecedent' },
)

/** The decided appeals that come nearest to one, and how those for its reason went. */
export const getPrecedents = endpoint('GET', '/api/appeals/:id/precedents', 'appeals.read', {
  config: { answersTag: true },
  operationId: 'listAppealPrecedents',
  summary: 'How appeals like this one were decided',
  description:
    'Decided appeals of the same component: those for the same reason first, then by how near the scores were. The newest 500 are compared. An account manager and a seller see those of others without names, ids and notes.',
  params,
  querystring: Closed({
    limit: readAs(
      Type.Integer({
        minimum: 1,
        maximum: MOST,
        default: 10,
        description: `How many; more than ${MOST} becomes ${MOST}`,
        examples: [10],
      }),
      atMost(MOST),
    ),
  }),
  response: {
    200: Type.Object(
      {
        appeal_id: Id(),
        component_appealed,
        appeal_reason_type,
        raw_before: Score({ description: 'Raw of the component that is compared', examples: [61.2] }),
        outcomes: Type.Object(
          {
            decided: count('All others', 24),
            approved: count('Approved', 15),
            partially_approved: count('Partially approved', 3),
            rejected: count('Rejected', 6),
            approved_share: Nullable(Type.Number({ minimum: 0, maximum: 1, examples: [0.75] }), {
              description: 'Approved wholly or partially ÷ decided, to 4 decimals; null when none is decided',
            }),
          },
          { description: 'Of all appeals of this component for this reason that were ever decided' },
        ),
        data: Type.Array(Precedent, { description: 'The nearest first' }),
      },
      { title: 'AppealPrecedents' },
    ),
  },
})(async (request) => {
  const { scope, params, query } = request
  const { db } = request.server
  const appeal = await findAppeal(request, params.id)
  const { id, component_appealed, appeal_reason_type, score_before } = appeal
  const [points, decided, outcomes] = await Promise.all([
    ownPoints(db, appeal),
    decidedLike(db, appeal),
    countOutcomes(db, appeal),
  ])
  const rawOf = (score: DecidedAppeal['score_before'] | null) =>
    score?.components[component_appealed].raw ?? 0
  const asked = { raw_before: rawOf(score_before), points }
  const nearest = decided
    .map((found) => {
      const raw_before = rawOf(found.score_before)
      return { ...found, raw_before, distance: distanceOf(asked, { raw_before, points: found.points }) }
    })
    .sort(byNearness)
    .slice(0, query.limit)
  return {
    appeal_id: id,
    component_appealed,
    appeal_reason_type,
    raw_before: asked.raw_before,
    outcomes: { ...outcomes, approved_share: shareOf(outcomes) },
    data: nearest.map((found) => ({
      ...shownTo(scope, found),
      same_reason: found.same_reason,
      distance: Math.round(found.distance * 1e6) / 1e6,
      period: found.period,
      decision: found.status,
      score_adjustment: found.score_adjustment,
      raw_before: found.raw_before,
      raw_after: found.score_after && rawOf(found.score_after),
      total_before: found.score_before.total_sos,
      total_after: found.score_after?.total_sos ?? null,
      is_rated_before: found.score_before.is_rated,
      is_rated_after: found.score_after?.is_rated ?? null,
      decided_at: found.decided_at,
    })),
  }
})

/** What names the seller, or may: free texts too. Who may not see the appeal sees none of it. */
function shownTo(scope: Scope, found: DecidedAppeal) {
  const { id: appeal_id, seller_code, company_name, appeal_reason_type, ops_notes, am_notes } = found
  if (isInScope(scope, found))
    return { appeal_id, seller_code, company_name, appeal_reason_type, ops_notes, am_notes }
  const isSafe = found.same_reason || REASONS.includes(appeal_reason_type)
  const unseen = { appeal_id: null, seller_code: null, company_name: null, ops_notes: null, am_notes: null }
  return { ...unseen, appeal_reason_type: isSafe ? appeal_reason_type : null }
}

const shareOf = ({ decided, rejected }: { decided: number; rejected: number }) =>
  decided === 0 ? null : Math.round(((decided - rejected) / decided) * 1e4) / 1e4

/** How far an unknown is from everything. */
const FARTHEST = 100

/** What two appeals are compared by. */
type Compared = { raw_before: number; points: Points | null }

/**
 * How far the scores behind two appeals of one component lie apart, 0 (alike) to 200: the difference of the raws before
 * the decision, plus the mean difference of the points of its metrics. Points, and not values, because percent, days
 * and weeks can't be added. A metric with points on one side alone differs by 100, and so do scores of which no
 * explanation is kept; metrics that are N/A on both sides don't count.
 */
export const distanceOf = (one: Compared, other: Compared): number =>
  Math.abs(one.raw_before - other.raw_before) + differenceOf(one.points, other.points)

function differenceOf(one: Points | null, other: Points | null): number {
  if (!one || !other) return FARTHEST
  const differences = [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((metric) => {
    const [a, b] = [one[metric] ?? null, other[metric] ?? null]
    if (a === null && b === null) return []
    return [a === null || b === null ? FARTHEST : Math.abs(a - b)]
  })
  return differences.reduce((sum, difference) => sum + difference, 0) / Math.max(differences.length, 1)
}

type Placed = { same_reason: boolean; distance: number }

/** Appeals for the same reason first, each by their distance, then the order given. */
export const byNearness = (a: Placed, b: Placed): number =>
  Number(b.same_reason) - Number(a.same_reason) || a.distance - b.distance

/** How many decided appeals are compared: the newest. */
export const MOST_COMPARED = 500

/** Points of the metrics of a component by name, null where a metric is N/A. */
type Points = Record<string, number | null>

/** A decided appeal, whose seller it is about, and the points of its component where an explanation keeps them. */
type DecidedAppeal = Pick<
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
const decidedLike = (db: Sql, asked: Asked) =>
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
async function ownPoints(
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
const countOutcomes = (db: Sql, asked: Asked) =>
  db.one<{ decided: number; approved: number; partially_approved: number; rejected: number }>(
    `select count(*) as decided, count(*) filter (where status = 'approved') as approved,
            count(*) filter (where status = 'partially_approved') as partially_approved,
            count(*) filter (where status = 'rejected') as rejected
     from appeals a where ${DECIDED_OTHERS} and ${SAME_REASON}`,
    [asked.component_appealed, asked.id, asked.appeal_reason_type],
    'appeal-outcomes',
  )
