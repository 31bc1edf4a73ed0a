import type { Guards } from '../../src/domain/config/config-draft.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import type { BacktestKind } from './queries.ts'

/** What a backtest has fixed when it was asked for and when it started: what its scores and its report are made of. */
export interface Fixed {
  id: number
  kind: BacktestKind
  rules: RuleSet
  changes: RuleChange[]
  guards: Guards
  bonus_base: string
  /** its months; none before it has started */
  periods: string[]
}

export const fixedOf = (db: Sql, id: number) =>
  db.one<Fixed>`
    select id, kind, rules, changes, guards, bonus_base::text as bonus_base,
           array(select month ->> 'period' from jsonb_array_elements(months) month) as periods
    from backtests where id = ${id}`
