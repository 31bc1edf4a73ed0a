import { score } from '../../logic/format.ts'
import { words } from './words.ts'

/** The raw of a component as a number with a small bar. Imputed means that there was no data to read it from. */
export const Raw = ({ value, imputed }: { value: number; imputed: boolean }) =>
  imputed ? (
    <span class="raw faint">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{words.noData}</span>
      <span class="raw-track none" />
    </span>
  ) : (
    <span class="raw">
      {score(value)}
      <span class="raw-track">
        <span style={{ width: `${value}%` }} />
      </span>
    </span>
  )
