import { $api, api, type Schemas } from '../../api/client.ts'
import { movesIn } from '../../ui/counts.ts'
import { monthOf } from '../../ui/format.ts'

export type Draft = Schemas['ConfigDraft']
export type Backtest = Schemas['Backtest']
export type Found = Schemas['BacktestDetail']

export const changeDraft = (id: number, version: string | undefined, body: object) =>
  api.PUT('/api/config/drafts/{id}', {
    params: { path: { id }, header: { 'If-Match': version } },
    body: body as never,
  })

export const isOpen = ({ status }: Pick<Backtest, 'status'>) => status === 'queued' || status === 'running'

/** The backtests of a draft, the newest first; while one goes on they are asked for again. */
export const backtestsOf = (draft_id: number) =>
  $api.queryOptions(
    'get',
    '/api/backtests',
    { params: { query: { draft_id, limit: 100 } } },
    { refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? 1000 : false) },
  )

export const spanOf = ({ from, to }: Pick<Backtest, 'from' | 'to'>) =>
  from === to ? monthOf(from) : `${monthOf(from)} to ${monthOf(to)}`

/** Who moves by a backtest, and what money it is about, in sentences. */
export const outcomeOf = (result: Found, money: (amount: number) => string) => {
  const { scores = 0, tier_drops = 0, tier_rises = 0 } = result
  const sums = moneyOf(result).filter(([, before, after]) => before !== after)
  return [
    `${spanOf(result)}: ${movesIn({ scores, tier_drops, tier_rises })}.`,
    ...sums.map(([what, before, after]) => `${what} go from ${money(before)} to ${money(after)}.`),
  ].join(' ')
}

/** What a backtest makes of money: what it is, before and after. */
export function moneyOf(result?: Found): [what: string, before: number, after: number][] {
  if (!result?.money) return []
  const { surcharges, am_bonus } = result.money
  const bonus = (side: 'amount_before' | 'amount_after') =>
    am_bonus.reduce((sum, one) => sum + Number(one[side]), 0)
  return [
    ['Surcharges', Number(surcharges.before), Number(surcharges.after)],
    ['Bonuses and penalties', bonus('amount_before'), bonus('amount_after')],
  ]
}

/** How many guards a backtest has found to fail. */
export const failsOf = (result?: Found) => result?.guards?.filter(({ ok }) => !ok).length ?? 0

/** What a guard that is a number means. */
export const GUARDS = {
  max_tier_drops: 'A seller that drops in two months counts twice',
  max_surcharge_increase: 'By how much all of them together may rise',
  max_psi: 'How far the spread of the totals may move: below 0.1 is little, above 0.25 is a lot',
} as const
export const GUARD_NAMES = Object.keys(GUARDS) as (keyof typeof GUARDS)[]
