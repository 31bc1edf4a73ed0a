import { type Static, Type } from '@sinclair/typebox'
import { revenueFigures } from '../../src/domain/revenue/revenue-figures.ts'
import {
  BeforeContract,
  GracePeriod,
  ScoreStatus,
  TierShown,
  Total,
  Trend,
} from '../../src/domain/scores/score-record.ts'
import { Score } from '../../src/domain/scores/score-schemas.ts'
import { SELLER_STATUSES } from '../../src/domain/seller-statuses.ts'
import { count, Id, Model, Nullable, OneOf, Period, Timestamp } from '../../src/platform/schemas/schemas.ts'
import type { AmMetric } from '../../src/scoring/am-kpi.ts'
import { AM_METRICS } from '../../src/scoring/rule-set.ts'
import { RULE_SCHEMAS } from '../../src/scoring/rules.ts'

const part = {
  value: Nullable(Type.Number(), {
    description: 'To 6 decimals; null when no seller counts for it',
    examples: [74.213571],
  }),
  points: Nullable(Type.Number(), {
    description: '0 to 100, to 6 decimals: the value on the curve',
    examples: [74.213571],
  }),
  weight: Type.Number({ examples: [60] }),
  sellers: count('Sellers that count for it', 38),
}
const Part = Type.Object(part)

const reference = { id: Id(), version: Type.Integer({ examples: [1] }) }
const ExplainedPart = Type.Object({
  description: Type.String({ examples: ['Mean total of the rated sellers, weighted by their orders'] }),
  ...part,
  weighted: Nullable(Type.Number(), {
    description:
      'What it brings to the KPI: points × weight ÷ the weight of all parts with points, to 6 decimals',
    examples: [44.528143],
  }),
  record: Type.Object(
    { ...reference, curve: RULE_SCHEMAS['am-kpi-weight'].properties.curve },
    { description: 'The am-kpi-weight record it was made with' },
  ),
})

const partsOf = <T extends typeof Part | typeof ExplainedPart>(one: T, description: string) =>
  Nullable(
    Type.Object(
      Object.fromEntries(AM_METRICS.map((metric) => [metric, Nullable(one)])) as Record<
        AmMetric,
        ReturnType<typeof Nullable<T>>
      >,
    ),
    { description },
  )

const accountManager = {
  am_id: Id(),
  name: Type.String({ examples: ['Dana Wolf'] }),
  email: Nullable(Type.String(), { examples: ['dana.wolf@example.com'] }),
  employee_id: Nullable(Type.Integer(), { examples: [4711] }),
  is_active: Type.Boolean({ examples: [true] }),
  period: Period(),
}
const figures = {
  scored_sellers: count('Sellers with a score of the period, without those before their contract', 40),
  rated_sellers: count('Of these, those with enough data to be rated', 38),
}
const kpi = {
  avg_sos: Nullable(Score(), {
    description: 'Plain mean total of the rated sellers; null when there is none',
    examples: [72.93],
  }),
  kpi: Nullable(Score(), {
    description: '0 to 100; null when nothing can be measured, or nothing was computed yet',
    examples: [76.4],
  }),
  assessed: Type.Boolean({
    description: 'At least 3 rated sellers: the KPI has a band, with its bonus or penalty',
    examples: [true],
  }),
  band: Nullable(Type.String(), { examples: ['Solid'] }),
  percent: Nullable(Type.Number(), {
    description: 'The bonus, or the penalty below zero, that is proposed',
    examples: [0],
  }),
}
const computed_at = Nullable(
  Timestamp({ description: 'When the KPI was computed, which is moments after the scores changed' }),
)

const revenue = Nullable(Type.Object(revenueFigures), {
  description:
    'What sellers turned over in the period, no part of the KPI: the rows of GET /api/revenue whose sellers GET /api/sos/monthly lists with am_id and before_contract=false, and those without such a score that have this am_id now, whatever the seller’s status. null where there are none, as once retention (KEEP_FACTS_MONTHS) has deleted them',
})

export const Portfolio = Model('Portfolio', {
  ...accountManager,
  sellers: count(
    'Sellers of the portfolio in the period; one before its contract is as one without a score',
    41,
  ),
  ...figures,
  ...kpi,
  parts: partsOf(Part, 'null when there is no KPI'),
  computed_at,
  revenue,
})
export type Portfolio = Static<typeof Portfolio>

const SellerInPortfolio = Type.Object({
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Acme Trading GmbH'] }),
  seller_status: OneOf([...SELLER_STATUSES], {
    description: 'As it is now',
    examples: ['active'],
  }),
  score: Nullable(
    Type.Object({
      total_sos: Total(),
      tier: TierShown,
      is_rated: Type.Boolean({
        description: 'Only rated sellers count for the KPI, and none before its contract',
        examples: [true],
      }),
      trend: Trend,
      counts_for_change: Type.Boolean({
        description:
          'It and its previous score are rated and it is not before the contract, so it counts for portfolio_change',
        examples: [true],
      }),
      orders: count('Orders of the month, the weight in the means (1 at least)', 250),
      is_grace_period: GracePeriod,
      before_contract: BeforeContract,
      status: ScoreStatus,
    }),
    { description: 'null: not scored in this period' },
  ),
})

export const PortfolioDetail = Model('PortfolioDetail', {
  ...accountManager,
  ...figures,
  ...kpi,
  parts: partsOf(ExplainedPart, 'What the KPI is made of; null when there is none'),
  bands: Type.Array(Type.Object({ ...reference, ...RULE_SCHEMAS['am-bonus-penalty'].properties }), {
    description: 'The am-bonus-penalty records of the KPI, highest first',
  }),
  computed_at,
  revenue,
  sellers: Type.Array(SellerInPortfolio, {
    description:
      'Those whose score of the period counts for the account manager, and the active ones in the portfolio that have none, in the order of their codes. A score before the contract is marked, and in no figure',
  }),
})

const { avg_sos: _, ...proposal } = kpi

export const KpiHistory = Type.Object({
  am_id: accountManager.am_id,
  name: accountManager.name,
  data: Type.Array(
    Type.Object({
      period: Period(),
      ...figures,
      ...proposal,
      parts: partsOf(Part, 'What the KPI is made of'),
      computed_at: Timestamp(),
    }),
  ),
})
