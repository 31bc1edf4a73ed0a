import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** Which rows are asked for. */
export interface FactQuery {
  seller_id: number
  month: ScoredMonth
  rules: ScoringRules
  limit: number
  offset: number
}

/** A row as it is stored, and what it counts as: true is 1. Over all rows `counted` adds up to the aggregates. */
export type FactRow<Counted extends string> = { counted: { [name in Counted]: number | boolean } }

export type FactRows<Counted extends string> = (db: Sql, query: FactQuery) => Promise<FactRow<Counted>[]>
