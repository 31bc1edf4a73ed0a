import { canonicalJson, sha256 } from '../../scoring/canonical-json.ts'
import type { RuleSet } from '../../scoring/rules.ts'

/** sha256 of the records of all types, by which a backtest is known to be of the rules as they still are. */
export const rulesHash = (rules: RuleSet): string => sha256(canonicalJson(rules))
