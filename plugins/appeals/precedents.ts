import { type Static, Type } from '@sinclair/typebox'
import { Appeal, adjustedScore } from '../../src/domain/appeals/appeal-record.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { isInScope, type SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import {
  Closed,
  count,
  Id,
  limit,
  Model,
  Nullable,
  OneOf,
  Period,
  Timestamp,
} from '../../src/platform/schemas/schemas.ts'
import { findAppeal, type PlainAppeal, params } from './queries.ts'
import { DECIDED } from './review.ts'
import { REASONS } from './submit.ts'

const HIDDEN = 'null for an appeal outside your scope'
const { component_appealed, appeal_reason_type } = Appeal.properties

const notes = (whose: string) =>
  Nullable(Type.String({ examples: ['The outage is confirmed by the carrier'] }), {
    description: `Of ${whose}; null without any; ${HIDDEN}`,
  })

const Precedent = Model('AppealPrecedent', {
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
  decision: OneOf(Object.values(DECIDED), { examples: ['approved'] }),
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
})
type Precedent = Static<typeof Precedent>

export const getPrecedents = endpoint('GET', '/api/appeals/:id/precedents', 'appeals.read', {
  operationId: 'listAppealPrecedents',
  summary: 'How appeals like this one were decided',
  description:
    'Decided appeals of the same component: those for the same reason first, then by how near the scores were. The newest 500 are compared. An account manager and a seller see those of others without names, ids and notes.',
  params,
  querystring: Closed({
    limit: limit(10, 'How many', 100, { examples: [10] }),
  }),
  response: {
    200: Model('AppealPrecedents', {
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
    }),
  },
})(async (request) => {
  const { scope, params, query, server } = request
  const appeal = await findAppeal(request, params.id)
  const { id, component_appealed, appeal_reason_type, score_before } = appeal
  const raw_before = score_before?.components[component_appealed].raw ?? 0
  const [nearest, outcomes] = await Promise.all([
    nearestTo(server.db, { ...appeal, raw_before }, query.limit),
    countOutcomes(server.db, appeal),
  ])
  const { decided, rejected } = outcomes
  const share = (decided - rejected) / decided
  return {
    ...{ appeal_id: id, component_appealed, appeal_reason_type, raw_before },
    outcomes: { ...outcomes, approved_share: decided === 0 ? null : Math.round(share * 1e4) / 1e4 },
    data: nearest.map((found) => (isInScope(scope, found) ? found : { ...found, ...unseen(found) })),
  }
})

/** What names the seller, or may: free texts too. Who may not see the appeal sees none of it. */
const unseen = ({ same_reason, appeal_reason_type: reason }: Precedent) => ({
  ...{ appeal_id: null, seller_code: null, company_name: null, ops_notes: null, am_notes: null },
  appeal_reason_type: same_reason || REASONS.includes(reason ?? '') ? reason : null,
})

export const MOST_COMPARED = 500

/** Words of an open vocabulary are compared as open-word.ts does. */
const SAME_REASON = `
  regexp_replace(lower(btrim(a.appeal_reason_type)), '[\\s_-]+', '_', 'g')
    = regexp_replace(lower(btrim($3)), '[\\s_-]+', '_', 'g')`

const DECIDED_OTHERS = `
  a.component_appealed = $1 and a.id <> $2 and a.status in ('${Object.values(DECIDED).join("', '")}')`

/** SQL: the points of the component's metrics by name, null where a metric is N/A; null without an explanation. */
const POINTS = `
  (select jsonb_object_agg(m ->> 'metric', m -> 'points')
   from json_array_elements(e.explanation -> 'metrics') m where m ->> 'component' = $1) as points`

const raw = (score: string) => `(${score} -> 'components' -> $1::text ->> 'raw')::numeric`

/**
 * The decided appeals of an appeal's component, without itself, that come nearest: those for the same reason first,
 * then by how far the scores behind them lie apart, 0 (alike) to 200, then the newest. It is the difference of the raws
 * before the decision, plus the mean difference of the points of its metrics. Points, and not values, because percent,
 * days and weeks can't be added. A metric with points on one side alone differs by 100, and so do scores of which no
 * explanation is kept; metrics that are N/A on both sides don't count.
 */
const nearestTo = (db: Sql, asked: PlainAppeal & { raw_before: number }, limit: number) =>
  db.rows<Precedent & SellerScope>(
    `with own as (
       select ${POINTS} from score_explanations e where e.seller_id = $4 and e.period = $5 and e.revision = $6
     ), compared as (
       select a.*, ${SAME_REASON} as same_reason, ${raw('a.score_before')} as raw_before, ${POINTS}
       from (select * from appeals a where ${DECIDED_OTHERS} order by am_reviewed_at desc, id desc limit $8) a
         left join score_explanations e
           on e.seller_id = a.seller_id and e.period = a.period and e.revision = (a.score_before ->> 'revision')::int
     ), placed as (
       select a.*, abs(raw_before - $7) + case when a.points is null or own.points is null then 100 else (
                select coalesce(avg(coalesce(abs(one.value::numeric - other.value::numeric), 100)), 0)
                from jsonb_each_text(own.points) one full join jsonb_each_text(a.points) other using (key)
                where one.value is not null or other.value is not null) end as distance
       from compared a left join own on true
     )
     select a.id as appeal_id, s.seller_code, s.company_name, a.period, appeal_reason_type, same_reason,
            round(distance, 6) as distance, a.status as decision, score_adjustment, raw_before,
            ${raw('score_after')} as raw_after, (score_before ->> 'total_sos')::numeric as total_before,
            (score_after ->> 'total_sos')::numeric as total_after,
            (score_before ->> 'is_rated')::boolean as is_rated_before,
            (score_after ->> 'is_rated')::boolean as is_rated_after, ops_notes, am_notes,
            am_reviewed_at as decided_at, a.seller_id, s.assigned_am_id, s.primary_warehouse_id
     from placed a join sellers s on s.id = a.seller_id
     order by same_reason desc, a.distance, am_reviewed_at desc, a.id desc limit $9`,
    [
      ...[asked.component_appealed, asked.id, asked.appeal_reason_type, asked.seller_id, asked.period],
      ...[asked.score_before?.revision ?? 1, asked.raw_before, MOST_COMPARED, limit],
    ],
    'appeal-precedents',
  )

const countOutcomes = (db: Sql, asked: PlainAppeal) =>
  db.one<{ decided: number; approved: number; partially_approved: number; rejected: number }>(
    `select count(*) as decided, count(*) filter (where status = 'approved') as approved,
            count(*) filter (where status = 'partially_approved') as partially_approved,
            count(*) filter (where status = 'rejected') as rejected
     from appeals a where ${DECIDED_OTHERS} and ${SAME_REASON}`,
    [asked.component_appealed, asked.id, asked.appeal_reason_type],
    'appeal-outcomes',
  )
