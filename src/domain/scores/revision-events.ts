import type { Reason } from '../../scoring/reasons.ts'
import type { NewEvent } from '../events/write-events.ts'
import { type NamedScoreRow, recordOf } from './score-row.ts'
import { shownScore } from './shown-score.ts'

/** What gave a score its revision, and why that is not 100. */
type Cause = ({ appeal_id: number } | { correction_id: number }) & { reasons: Reason[] }

/** A score has a new revision, and maybe another tier by it. */
export function revisionEvents(
  before: NamedScoreRow,
  after: NamedScoreRow,
  { reasons, ...cause }: Cause,
): NewEvent[] {
  const { seller_id } = after
  const record = recordOf(after)
  const previous = shownScore(before)
  const adjusted = {
    type: 'seller.score_adjusted',
    seller_id,
    data: { ...record, appeal_id: null, correction_id: null, ...cause, previous },
  } as const
  if (previous.tier.name === record.tier.name) return [adjusted]
  const { total_sos, is_rated, tier } = previous
  const data = { ...record, reasons, previous: { period: before.period, total_sos, is_rated, tier } }
  return [adjusted, { type: 'seller.tier_changed', seller_id, data }]
}
