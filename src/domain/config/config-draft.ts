import type { Plain } from '../../platform/database/statements/records.ts'
import type { config_draft } from '../../platform/prisma/client.ts'
import type { RuleChange } from '../../scoring/draft-rules.ts'

/** What a backtest of a draft must not exceed or change; null where nothing is asked. */
export interface Guards {
  /** the most sellers that may drop to a tier of a lower rank */
  max_tier_drops: number | null
  /** by how much all surcharges together may rise at the most, in the currency of the service */
  max_surcharge_increase: number | null
  /** the largest population stability index of the totals */
  max_psi: number | null
  /** scores whose tier must be this one */
  golden: { seller_code: string; period: string; tier: string }[]
}

/** A change of the rules that somebody prepares. */
export type ConfigDraft = Omit<Plain<config_draft>, 'changes' | 'guards'> & {
  /** with every field filled in */
  changes: RuleChange[]
  guards: Guards
}
