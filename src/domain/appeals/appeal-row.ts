import { fieldsOf } from '../../platform/schemas/schemas.ts'
import type { NewEvent } from '../events/write-events.ts'
import { Appeal, type AppealStatus, type Decision } from './appeal-record.ts'

/** A row of appeals with the names of what it points to. */
export type AppealRow = Omit<Appeal, Reviewer | 'sent_by'> & {
  /** Only where the API shows it. */
  sent_by?: Appeal['sent_by']
} & Record<'seller_id', number> &
  Record<`${Reviewer}_user_id` | 'closed_by' | 'created_by', number | null> &
  Record<`${Reviewer}_decision`, Decision | null> &
  Record<`${Reviewer}_${'notes' | 'reviewed_by' | 'reviewed_at'}`, string | null>
type Reviewer = 'ops' | 'am'

/** SQL: who sent the appeal `a`. */
export const SENT_BY = `
  (select json_build_object('name', u.full_name, 'role', u.role) from users u where u.id = a.created_by) as sent_by`

/** The full record, as lists show it. */
export const appealOf = (row: AppealRow): Appeal =>
  fieldsOf(Appeal, {
    ...row,
    sent_by: row.sent_by ?? null,
    ops: reviewOf(row, 'ops'),
    am: reviewOf(row, 'am'),
  })

function reviewOf(row: AppealRow, who: Reviewer): Appeal['ops'] {
  const decision = row[`${who}_decision`]
  const reviewed_by = row[`${who}_reviewed_by`]
  const reviewed_at = row[`${who}_reviewed_at`]
  if (!decision || reviewed_by === null || reviewed_at === null) return null
  return { decision, notes: row[`${who}_notes`], reviewed_by, reviewed_at }
}

/** An appeal without who sent it, and without its free texts and addresses, which may be larger than an event is allowed to be. */
function toEventPayload(row: AppealRow) {
  const { description: _, evidence_urls: __, sent_by: ___, ops, am, ...rest } = appealOf(row)
  return { ...rest, ops: withoutNotes(ops), am: withoutNotes(am) }
}

function withoutNotes(review: Appeal['ops']) {
  if (!review) return null
  const { notes: _, ...rest } = review
  return rest
}

export const submittedEvent = (appeal: AppealRow): NewEvent => ({
  type: 'appeal.submitted',
  seller_id: appeal.seller_id,
  data: toEventPayload(appeal),
})

/** An appeal is closed: decided, or expired. */
export const decidedEvent = (appeal: AppealRow, status: AppealStatus): NewEvent => ({
  type: 'appeal.decided',
  seller_id: appeal.seller_id,
  data: { ...toEventPayload(appeal), previous: { status } },
})
