import type { Counting } from '../../../src/scoring/month.ts'
import type { Columns, Compared } from './columns.ts'

/** A revision of a score. */
export interface RevisionKey {
  seller_id: number
  period: string
  revision: number
}

/** A final revision with all that its statement is made of; null where the service has it no more. */
export interface FinalScore extends RevisionKey {
  /** The seller's code today. */
  seller_code: string
  total_sos: number
  tier_name: string
  finalized_at: string
  columns: Columns
  /** What its trend compares today; null for a replaced revision. */
  compared: Compared | null
  /** Whether the audit log says that it was made final. */
  is_finalized: boolean
  /** Whether the audit log says of a later revision how it came about. */
  is_revised: boolean
  run_id: number | null
  inputs: string | null
  /** As it was written, which is JSON in any order. */
  explanation: string | null
  engine: string | null
  month_start: string | null
  as_of: string | null
  as_of_date: string | null
  counting: Counting | null
}

/** The name of a revision, for maps. */
export const keyOf = ({ seller_id, period, revision }: RevisionKey) => `${seller_id} ${period} ${revision}`

/** A revision as findings name it, with what is to be said of it. */
export const nameOf = (
  { seller_code, period, revision }: { seller_code: string; period: string; revision: number },
  detail?: string,
) => `${seller_code} ${period} revision ${revision}${detail ? ` (${detail})` : ''}`
