import type { ApiClient } from './api-client.ts'
import { type Calendar, FINISHED_MONTHS } from './calendar.ts'

const DRAFT = {
  name: 'Gold asks for more of every component',
  changes: [
    {
      type: 'tiers',
      op: 'put',
      fields: {
        name: 'Gold',
        min_score: 80,
        min_component_score: 65,
        color: '#D4A017',
        benefits: '2 % off handling, campaign priority',
      },
    },
  ],
  guards: { max_tier_drops: 50, max_psi: 0.25 },
}

/** Drafts a change of the rules and has it tried on the finished months; what a repeat finds is not made again. */
export async function draftRules(api: ApiClient, { periods }: Calendar) {
  const [known] = await api.list<{ id: number }>('am.head', '/api/config/drafts')
  const { id: draft_id } = known ?? (await api.post<{ id: number }>('am.head', '/api/config/drafts', DRAFT))
  if ((await api.list('am.head', '/api/backtests')).length > 0) return
  const [from, to] = [periods[0], periods[FINISHED_MONTHS - 1]]
  await api.post('am.head', '/api/backtests', { draft_id, from, to, bonus_base: 1_000 })
}
