/** The reads that a step of an appeal makes old. */
export const CHANGED_BY_REVIEW = [
  '/api/appeals',
  '/api/sos',
  '/api/dashboard',
  '/api/sellers',
  '/api/am',
  '/api/console',
]

const DECISIONS = ['approve', 'partially_approve', 'reject'] as const
export type Decision = (typeof DECISIONS)[number]

const VERB: Record<Decision, string> = {
  approve: 'Approve',
  partially_approve: 'Approve in part',
  reject: 'Reject',
}

interface Props {
  value: Decision | null
  onValue: (decision: Decision) => void
}

/** Approve, in part, or reject. */
export const DecisionChoice = ({ value, onValue }: Props) => (
  <fieldset class="fieldset">
    <legend class="label">Decision</legend>
    <div class="choices">
      {DECISIONS.map((one) => (
        <label key={one} class="choice">
          <input type="radio" name="decision" checked={value === one} onChange={() => onValue(one)} />
          {VERB[one]}
        </label>
      ))}
    </div>
  </fieldset>
)
