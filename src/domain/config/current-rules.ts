import type { Sql } from '../../platform/database/database.ts'
import { RULE_TYPES, type RuleSet } from '../../scoring/rules.ts'
import { rulesOf } from '../scores/effective-rules.ts'

/**
 * The current rules: those of all types that are effective in the running month. Drafts change these, whatever month a
 * preview or a backtest is about, so that one set is compared with one other.
 * @param period the running month in the business time zone
 */
export const currentRules = (db: Sql, period: string): Promise<RuleSet> => rulesOf(db, RULE_TYPES, period)
