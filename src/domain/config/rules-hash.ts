import { canonicalJson, sha256 } from '../../scoring/canonical-json.ts'
import type { RuleSet } from '../../scoring/rules.ts'

/** sha256 of records, by which it is known whether they are the rules as they still are. */
export const rulesHash = (rules: Partial<RuleSet>): string => sha256(canonicalJson(rules))

/** SQL: whether a rule, of whichever month, was written after an instant. */
export const rulesWrittenSince = (instant: string) =>
  `exists (select from config_record_versions where updated_at > ${instant})`
