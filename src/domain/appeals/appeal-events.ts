import type { NewEvent } from '../events/write-events.ts'
import type { Appeal, AppealStatus } from './appeal-record.ts'
import { type AppealRow, appealOf } from './appeal-row.ts'

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
