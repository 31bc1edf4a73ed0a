import type { Sql } from '../../platform/database/database.ts'
import { type DatedRecord, effectiveRecords } from '../../scoring/effective-records.ts'
import { helpdeskBefore } from '../../scoring/helpdesk-before.ts'
import { RULE_TYPES, type RuleSet, type RuleType } from '../../scoring/rules.ts'
import { SCORING_TYPES, type ScoringRules, withContent } from '../../scoring/scoring-rules.ts'

/** The configuration records of some types that count in a period: active, effective in it, one of each identity. */
export const rulesOf = async <T extends RuleType>(db: Sql, types: readonly T[], period: string) =>
  inPeriod(await activeRecords(db, types), types, period)

/**
 * The current rules: those of all types in the running month. Drafts change these, whatever month a preview or a backtest
 * is about, so that one set is compared with one other.
 * @param period the running month in the business time zone
 */
export const currentRules = (db: Sql, period: string): Promise<RuleSet> => rulesOf(db, RULE_TYPES, period)

/** The active records of a type, whenever they count. */
type Records<T extends RuleType> = <One extends T>(type: One) => DatedRecord<One>[]

const inPeriod = <T extends RuleType>(records: Records<T>, types: readonly T[], period: string) =>
  Object.fromEntries(
    types.map((type) => [type, effectiveRecords(type, records(type), period)]),
  ) as unknown as Pick<RuleSet, T>

async function activeRecords<T extends RuleType>(db: Sql, types: readonly T[]): Promise<Records<T>> {
  const rows = await db.rows<{ type: T; record: DatedRecord<T> }>(
    `select type, fields || jsonb_build_object('id', id, 'version', version, 'is_active', is_active,
              'effective_from', effective_from, 'effective_to', effective_to) as record
     from config_records where is_active and type = any($1::text[]) order by id`,
    [types],
    'effective-records',
  )
  return <One extends T>(type: One) =>
    rows.filter((row) => row.type === type).map(({ record }) => record as DatedRecord<One>)
}

/** All that scores of a period are made with. */
export async function scoringRulesOf(db: Sql, period: string): Promise<ScoringRules> {
  const records = await activeRecords(db, SCORING_TYPES)
  const rules = withContent(inPeriod(records, SCORING_TYPES, period))
  const helpdesk_before = helpdeskBefore(records('helpdesk'), period)
  return helpdesk_before.length === 0 ? rules : { ...rules, helpdesk_before }
}
