import { plural } from '../logic/format.ts'

/** So many are named. */
const MOST_SHOWN = 5

/** What was not done, and why. */
export const Failures = ({ title, of }: { title: string; of: string[] }) => (
  <div class="problem" role="alert">
    <div>
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {of.slice(0, MOST_SHOWN).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {of.length > MOST_SHOWN && <p>{`and ${plural(of.length - MOST_SHOWN, 'more', 'more')}`}</p>}
    </div>
  </div>
)
