import type { Sql } from '../../platform/database/database.ts'
import { type DatedRecord, effectiveRecords } from '../../scoring/effective-records.ts'
import type { RuleSet, RuleType } from '../../scoring/rules.ts'
import { SCORING_TYPES, type ScoringRules, withContent } from '../../scoring/scoring-rules.ts'

/** The configuration records of some types that count in a period: active, effective in it, one of each identity. */
export async function rulesOf<T extends RuleType>(
  db: Sql,
  types: readonly T[],
  period: string,
): Promise<Pick<RuleSet, T>> {
  const rows = await db.rows<{ type: T; record: DatedRecord<T> }>(
    `select type, fields || jsonb_build_object('id', id, 'version', version, 'is_active', is_active,
              'effective_from', effective_from, 'effective_to', effective_to) as record
     from config_records where is_active and type = any($1::text[]) order by id`,
    [types],
    'effective-records',
  )
  const records = (type: T) => rows.filter((row) => row.type === type).map(({ record }) => record)
  return Object.fromEntries(
    types.map((type) => [type, effectiveRecords(type, records(type), period)]),
  ) as unknown as Pick<RuleSet, T>
}

/** All that scores of a period are made with. */
export const scoringRulesOf = async (db: Sql, period: string): Promise<ScoringRules> =>
  withContent(await rulesOf(db, SCORING_TYPES, period))
