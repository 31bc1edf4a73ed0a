import type { Component } from '../../scoring/components.ts'
import type { Appeal, Decision } from './appeal-record.ts'

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
export const appealOf = (row: AppealRow): Appeal => ({
  id: row.id,
  seller_code: row.seller_code,
  company_name: row.company_name,
  period: row.period,
  component_appealed: row.component_appealed,
  appeal_reason_type: row.appeal_reason_type,
  description: row.description,
  evidence_urls: row.evidence_urls,
  submitted_by_am_id: row.submitted_by_am_id,
  am_name: row.am_name,
  sent_by: row.sent_by ?? null,
  status: row.status,
  closed_reason: row.closed_reason,
  ops: reviewOf(row.ops_decision, row.ops_notes, row.ops_reviewed_by, row.ops_reviewed_at),
  am: reviewOf(row.am_decision, row.am_notes, row.am_reviewed_by, row.am_reviewed_at),
  score_adjustment: row.score_adjustment,
  score_before: row.score_before,
  score_after: row.score_after,
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.expires_at,
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
