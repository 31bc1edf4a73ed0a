import { defaultRules } from '../../src/scoring/default-rules.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { Rule } from '../../src/scoring/rules.ts'
import type { testApp } from '../setup/app.ts'

const metricOf = (type: 'o-score' | 'p-score' | 't-score' | 'i-score', name: string) => {
  const found = defaultRules[type].find(({ metric }) => metric === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
const [planning] = defaultRules.surcharge as [Rule<'surcharge'>, ...Rule<'surcharge'>[]]

/** Changes of each kind: of curves, of what the facts' sums are made of, of tiers, money and grace; one new record. */
export const CHANGES: RuleChange[] = [
  {
    type: 'o-score',
    op: 'put',
    fields: {
      ...metricOf('o-score', 'on_time_ready_rate'),
      curve: [
        [85, 0],
        [97, 60],
        [100, 100],
      ],
    },
  },
  {
    type: 'p-score',
    op: 'put',
    fields: { ...metricOf('p-score', 'forecast_lateness'), params: { base_days: 3 } },
  },
  {
    type: 'i-score',
    op: 'put',
    fields: { ...metricOf('i-score', 'aged_stock_share'), params: { age_days: 90 } },
  },
  {
    type: 'helpdesk',
    op: 'put',
    fields: { category: 'complaint', weight: 3, reply_hours: 4, resolve_hours: 24 },
  },
  {
    type: 'helpdesk',
    op: 'put',
    fields: { category: 'delivery', weight: 2, reply_hours: 12, resolve_hours: 48 },
  },
  {
    type: 'tiers',
    op: 'put',
    fields: {
      name: 'Silver',
      rank: 4,
      min_score: 68,
      min_component_score: 10,
      color: '#8A94A6',
      benefits: 'standard',
    },
  },
  { type: 'surcharge', op: 'put', fields: { ...planning, above: 30, per_point: 3 } },
  { type: 'surcharge', op: 'remove', identity: 'aging_storage_multiplier' },
  { type: 'am-bonus-penalty', op: 'put', fields: { name: 'Solid', min_kpi: 55, percent: 4 } },
  { type: 'grace-period', op: 'put', fields: { name: 'Standard', contract_type: null, days: 20 } },
]

/** Makes the changes the rules from a month on, as an operator does who does not wait for a backtest. */
export async function adopt(
  { call }: Pick<Awaited<ReturnType<typeof testApp>>, 'call'>,
  effective_from: string,
) {
  const draft = await call('am_head', 'POST', '/api/config/drafts', { name: 'All kinds', changes: CHANGES })
  const url = `/api/config/drafts/${draft.body.id}/adopt`
  const { status, body } = await call('bod', 'POST', url, {
    effective_from,
    override_reason: 'Tried elsewhere',
  })
  if (status !== 200) throw new Error(JSON.stringify([draft.body, body]))
}
