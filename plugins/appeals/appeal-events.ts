import type { Appeal, AppealStatus } from '../../src/domain/appeals/appeal-record.ts'
import type { NewEvent } from '../../src/domain/events/write-events.ts'
import { type NamedScoreRow, recordOf } from '../../src/domain/scores/score-row.ts'
import type { Reason } from '../../src/scoring/reasons.ts'
import { type AppealRow, appealOf } from './appeal-row.ts'
import { shownScore } from './appeal-score.ts'

/** An appeal without its free texts and addresses, which may be larger than an event is allowed to be. */
function toEventPayload(row: AppealRow) {
  const { description: _, evidence_urls: __, ops, am, ...rest } = appealOf(row)
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

/** A score has a new revision, and maybe another tier by it; `reasons` say why that is not 100. */
export function revisionEvents(
  before: NamedScoreRow,
  after: NamedScoreRow,
  { appeal_id, reasons }: { appeal_id: number; reasons: Reason[] },
): NewEvent[] {
  const { seller_id } = after
  const record = recordOf(after)
  const previous = shownScore(before)
  const adjusted = {
    type: 'seller.score_adjusted',
    seller_id,
    data: { ...record, appeal_id, previous },
  } as const
  if (previous.tier.name === record.tier.name) return [adjusted]
  const { total_sos, tier } = previous
  const data = { ...record, reasons, previous: { period: before.period, total_sos, tier } }
  return [adjusted, { type: 'seller.tier_changed', seller_id, data }]
}
