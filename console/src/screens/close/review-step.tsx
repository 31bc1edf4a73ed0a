import type { Schemas } from '../../api/client.ts'
import { openIn } from '../../api/me.ts'
import { ButtonLink } from '../../ui/dim.tsx'
import { plural } from '../../ui/format.ts'
import { Step } from './step.tsx'

type Reviews = Schemas['SummarizeMonthlyScoresAnswer']['data']

/** How many scores of a month nobody is named for as their reviewer. */
export const withoutReviewer = (reviews: Reviews) =>
  reviews.find(({ reviewed_by }) => reviewed_by === null)?.scores ?? 0

interface ReviewProps {
  month: Schemas['DashboardStats']
  /** How many scores each reviewer is named for. */
  reviews: Reviews
  isFinal: boolean
}

/** Which scores somebody has looked at before they become final; of final ones, who did, where anybody did. */
export function ReviewStep({ month: { period, statuses }, reviews, isFinal }: ReviewProps) {
  const open = openIn({ statuses })
  const by = reviews.flatMap(({ reviewed_by: who, scores }) => (who === null ? [] : [`${scores} by ${who}`]))
  const nobody = withoutReviewer(reviews)
  if (isFinal && by.length === 0) return null
  const reviewed = by.length > 0 ? `Reviewed: ${by.join(', ')}.` : ''
  const all = open ? 'Nothing is left to review.' : 'There are no scores yet.'
  const left = nobody
    ? `${plural(nobody, 'score is', 'scores are')} not reviewed.${isFinal ? '' : ' They become final with the rest.'}`
    : isFinal
      ? ''
      : all
  return (
    <Step
      title="Review the scores"
      isOptional
      isDone={!nobody && (isFinal || open > 0)}
      state={`${left} ${reviewed}`}
      actions={
        statuses.draft > 0 && (
          <ButtonLink to="/scores" search={{ period, status: 'draft' }}>
            See the scores
          </ButtonLink>
        )
      }
    />
  )
}
