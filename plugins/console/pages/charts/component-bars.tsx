import { score } from '../logic/format.ts'
import { nameOf } from '../words/metrics.ts'

/** A component of the score: planning, operations, tickets, finance, inventory. */
export interface ComponentBar {
  key: string
  name: string
  /** Points, 0 to 100; null where there is none. */
  value: number | null
  href?: string
  /** Beside the number: its weight, or that it is imputed. */
  note?: string
}

/** Bars of 0 to 100, one under the other. */
export const ComponentBars = ({ bars }: { bars: ComponentBar[] }) => (
  <ul class="component-bars">
    {bars.map(({ key, name, value, href, note }) => (
      <li key={key} class={key}>
        <span class="bar-name">
          {href ? <a href={href}>{name}</a> : name}
          {note && <span class="faint small">{note}</span>}
        </span>
        <span class="bar" aria-hidden="true">
          <span style={{ width: `${value ?? 0}%` }} />
        </span>
        <span class="numeric">{score(value)}</span>
      </li>
    ))}
  </ul>
)

/** The five components, in the order in which everybody names them. */
export const COMPONENTS = [
  ['p_score', nameOf('p_score')],
  ['o_score', nameOf('o_score')],
  ['t_score', nameOf('t_score')],
  ['f_score', nameOf('f_score')],
  ['i_score', nameOf('i_score')],
] as const
