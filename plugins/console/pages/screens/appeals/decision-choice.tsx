import { DECISIONS, type Decision, VERB } from './review.ts'
import { words } from './words.ts'

/** Approve, in part, or reject. */
export const DecisionChoice = ({
  value,
  onValue,
}: {
  value: Decision | null
  onValue: (decision: Decision) => void
}) => (
  <fieldset class="fieldset">
    <legend class="label">{words.decision}</legend>
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
