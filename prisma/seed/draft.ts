import type { ApiClient } from './api-client.ts'
import { type Calendar, FINISHED_MONTHS } from './calendar.ts'

const DRAFT = {
  name: 'Stricter lateness',
  changes: [
    {
      type: 'o-score',
      op: 'put',
      fields: {
        metric: 'on_time_ready_rate',
        weight: 40,
        min_volume: 30,
        curve: [
          [85, 0],
          [94, 60],
          [97, 85],
          [99, 100],
        ],
      },
    },
  ],
  guards: { max_tier_drops: 100, max_psi: 0.25 },
}

/**
 * A draft of stricter rules, and its backtest on all finished months, which the service works on by itself from here on:
 * nobody has to wait for it to use the demo.
 */
export async function draftRules(api: ApiClient, { periods }: Calendar) {
  const find = async () => (await api.list<{ id: number }>('ops.head', '/api/config/drafts'))[0]
  if (!(await find())) await api.post('ops.head', '/api/config/drafts', DRAFT)
  const draft_id = (await find())?.id
  const [from, to] = [periods[0], periods[FINISHED_MONTHS - 1]]
  if ((await api.list('ops.head', `/api/backtests?draft_id=${draft_id}`)).length === 0)
    await api.post('ops.head', '/api/backtests', { draft_id, from, to, bonus_base: 1000 })
}
