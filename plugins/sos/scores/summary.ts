import { type Static, Type } from '@sinclair/typebox'
import {
  COMPONENT_MEANS,
  COUNTED_SCORES,
  MEAN_TOTAL,
  TOTAL_QUARTILES,
} from '../../../src/domain/scores/counted-scores.ts'
import { PeriodsQuery, periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import { ComponentMeans, ofRated } from '../../../src/domain/scores/score-schemas.ts'
import { inPortfolio } from '../../../src/domain/sellers/scope.ts'
import { invalidField } from '../../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Closed, count, Nullable, OneOf, Period, Text } from '../../../src/platform/schemas/schemas.ts'

/** What scores are grouped by: SQL of a score `m` and its seller `s`. */
const GROUPED = {
  tier: 'm.tier_name',
  warehouse: 'm.warehouse_id',
  am: 'm.am_id',
  contract_type: 's.contract_type',
  reviewed_by: 'm.reviewed_by',
  period: 'm.period',
}
type Group = keyof typeof GROUPED
const GROUPS = Object.keys(GROUPED) as Group[]

const ofGroup = (by: string) => `Of the group; null unless grouped by ${by}`

const ScoreSummary = Type.Object({
  period: Nullable(Period(), { description: ofGroup('period') }),
  tier: Nullable(Type.String(), { description: ofGroup('tier'), examples: ['Gold'] }),
  warehouse_id: Nullable(Type.Integer(), { description: ofGroup('warehouse'), examples: [1] }),
  warehouse_name: Nullable(Type.String(), { description: ofGroup('warehouse'), examples: ['North'] }),
  am_id: Nullable(Type.Integer(), { description: ofGroup('am'), examples: [1] }),
  am_name: Nullable(Type.String(), { description: ofGroup('am'), examples: ['Ada Marsh'] }),
  contract_type: Nullable(Type.String(), { description: ofGroup('contract_type'), examples: ['standard'] }),
  reviewed_by: Nullable(Type.String(), {
    description: `${ofGroup('reviewed_by')}, and for scores that nobody is named for`,
    examples: ['Olga Brandt'],
  }),
  scores: count('Scores, one for each seller and period, without those before a contract', 64),
  sellers: count('Sellers', 64),
  rated: count('Scores that are rated', 60),
  unrated: count('Scores with too little data', 4),
  mean: ofRated('Mean'),
  quartile_1: ofRated('A quarter is below it,'),
  median: ofRated('Half is below it,'),
  quartile_3: ofRated('Three quarters are below it,'),
  components: ComponentMeans,
})
type ScoreSummary = Static<typeof ScoreSummary>

export const getSummary = endpoint('GET', '/api/sos/monthly/summary', 'scores.read', {
  config: { reads: 'sums' },
  operationId: 'summarizeMonthlyScores',
  summary: 'Summarize scores by tier, warehouse, account manager, contract type, reviewer or period',
  description:
    'Warehouse and account manager are those of the seller when the score was computed, the contract type is that of today.',
  querystring: Closed({
    ...PeriodsQuery,
    group_by: Text(80, {
      default: 'tier',
      description:
        'One or two of tier, warehouse, am, contract_type, reviewed_by and period, with a comma between',
      examples: ['tier,period'],
    }),
  }),
  response: {
    200: Type.Object({
      from: Period({ description: 'First period that counts' }),
      to: Period({ description: 'Last period that counts' }),
      group_by: Type.Array(OneOf([...GROUPS], { examples: ['tier'] })),
      data: Type.Array(ScoreSummary, {
        description:
          'A row for each group that has a score: by period, then from the highest tier down, then by name',
      }),
    }),
  },
})(async ({ server, scope, query }) => {
  const group_by = groupsAsked(query.group_by)
  const periods = periodsAsked(server, query)
  const values = [periods.from, periods.to, group_by, scope.am_id]
  const data = await server.db.bulk.rows<ScoreSummary>(SUMMARY, values)
  return { ...periods, group_by, data }
})

/** @throws 400 for more than two groups, or an unknown one */
function groupsAsked(text: string): Group[] {
  const groups = [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))] as Group[]
  if (groups.length > 2 || groups.some((group) => !GROUPS.includes(group)))
    throw invalidField(
      `group_by must be one or two of ${GROUPS.join(', ')}, with a comma between, as tier,period`,
    )
  return groups
}

/** What is not grouped by is null in every row, and so no group. */
const SUMMARY = `
  with score as (
    select m.*, ${GROUPS.map((by) => `case when '${by}' = any($3::text[]) then ${GROUPED[by]} end as of_${by}`)}
    from ${COUNTED_SCORES} m join sellers s on s.id = m.seller_id
    where m.period between $1 and $2 and ${inPortfolio('m.seller_id', '$4')}
  ), summed as (
    select ${GROUPS.map((by) => `of_${by}`)}, max(tier_rank) as rank, count(*) as scores, count(distinct seller_id) as sellers,
           count(*) filter (where is_rated) as rated, count(*) filter (where not is_rated) as unrated,
           ${MEAN_TOTAL} as mean,
           ${TOTAL_QUARTILES} as quartiles,
           ${COMPONENT_MEANS} as components
    from score group by ${GROUPS.map((by) => `of_${by}`)}
  )
  select of_period as period, of_tier as tier, of_warehouse as warehouse_id, w.name as warehouse_name,
         of_am as am_id, a.name as am_name, of_contract_type as contract_type, of_reviewed_by as reviewed_by,
         scores, sellers, rated, unrated, mean,
         round(quartiles[1]::numeric, 2) as quartile_1, round(quartiles[2]::numeric, 2) as median,
         round(quartiles[3]::numeric, 2) as quartile_3, components
  from summed left join warehouses w on w.id = of_warehouse left join account_managers a on a.id = of_am
  order by of_period, case when of_tier is not null then rank end desc, of_tier, w.name, of_warehouse,
           a.name, of_am, of_contract_type, of_reviewed_by`
