import { fieldsOf } from '../../platform/schemas/fields-of.ts'
import type { Component } from '../../scoring/components.ts'
import { Appeal, type Decision } from './appeal-record.ts'

/** A row of appeals with the names of what it points to. */
export interface AppealRow
  extends Omit<Appeal, 'component_appealed' | 'ops' | 'am' | 'evidence_urls' | 'sent_by'> {
  /** Only where the API shows it. */
  sent_by?: Appeal['sent_by']
  seller_id: number
  component_appealed: Component
  evidence_urls: string[]
  ops_decision: Decision | null
  ops_notes: string | null
  ops_reviewed_by: string | null
  ops_user_id: number | null
  ops_reviewed_at: string | null
  am_decision: Decision | null
  am_notes: string | null
  am_reviewed_by: string | null
  am_user_id: number | null
  am_reviewed_at: string | null
  closed_by: number | null
  created_by: number | null
}

/** One that was looked for, with the version of its row. */
export interface FoundAppeal extends AppealRow {
  version: string
}

/** SQL: who sent the appeal `a`. */
export const SENT_BY = `
  (select json_build_object('name', u.full_name, 'role', u.role) from users u where u.id = a.created_by) as sent_by`

/** The full record, as lists show it. */
export const appealOf = (row: AppealRow): Appeal =>
  fieldsOf(Appeal, {
    ...row,
    sent_by: row.sent_by ?? null,
    ops: reviewOf(row.ops_decision, row.ops_notes, row.ops_reviewed_by, row.ops_reviewed_at),
    am: reviewOf(row.am_decision, row.am_notes, row.am_reviewed_by, row.am_reviewed_at),
  })

const reviewOf = (
  decision: Decision | null,
  notes: string | null,
  reviewed_by: string | null,
  reviewed_at: string | null,
): Appeal['ops'] =>
  decision && reviewed_by !== null && reviewed_at !== null
    ? { decision, notes, reviewed_by, reviewed_at }
    : null
