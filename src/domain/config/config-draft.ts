import type { Sql } from '../../platform/database/database.ts'
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
export interface ConfigDraft {
  id: number
  name: string
  version: number
  /** with every field filled in */
  changes: RuleChange[]
  /** of the canonical JSON of the changes: two drafts that change the same have the same */
  changes_sha256: string
  guards: Guards
  created_at: string
  created_by: number
  updated_at: string
  updated_by: number
  /** all users who have written its changes or guards, not only its name: none of them is a second person */
  written_by: number[]
  adopted_at: string | null
  adopted_by: number | null
  /** the first month that the changes are for, YYYY-MM */
  adopted_from: string | null
  /** the backtest that it was adopted on */
  backtest_id: number | null
  override_reason: string | null
}

/** The draft as it stands. */
export const findDraft = (db: Sql, id: number) =>
  db.row<ConfigDraft>`select * from config_drafts where id = ${id}`
