import type { Sql } from '../../platform/database/database.ts'
import { canonicalJson, sha256 } from '../../scoring/canonical-json.ts'
import { RULE_TYPES, type RuleSet, type RuleType } from '../../scoring/rules.ts'

/** sha256 of records, by which it is known whether they are the rules as they still are. */
export const rulesHash = (rules: Partial<RuleSet>): string => sha256(canonicalJson(rules))

/** SQL: takes a lock of the rules of the types in `$1`, in their order, until the transaction ends. */
const lockOf = (kind: '' | '_shared') =>
  `select pg_advisory_xact_lock${kind}(hashtext('config'), hashtext(type)) from unnest($1::text[]) type`

/** Lets one transaction at a time change the records of a type, because they are checked as a set. */
export const lockTypes = (tx: Sql, types: readonly RuleType[]) => tx.run(lockOf(''), [types])

/** Waits for rules that are under way, and keeps others from being written until the transaction ends. */
export const holdRules = (tx: Sql) => tx.run(lockOf('_shared'), [RULE_TYPES])

/**
 * SQL: whether a rule, of whichever month, was written after an instant. Both are instants of the statements that write
 * them, behind the locks of above: that of a transaction's start would be before what it has waited for.
 */
export const rulesWrittenSince = (instant: string) =>
  `exists (select from config_record_versions where updated_at >= ${instant})`
