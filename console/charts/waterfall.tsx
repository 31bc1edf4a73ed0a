import { delta, score } from '../logic/format.ts'
import { Text } from '../parts/text.tsx'
import { Figure } from './figure.tsx'

interface Bar {
  key: string
  name: string
  /** What it belongs to, or why. */
  about: string
  href: string
  kind: string
  change: number
  from: number
  to: number
}

interface Props {
  caption: string
  steps: Bar[]
  total: number
}

/**
 * Bars from 100 down to a total, each a link. They are rows of the page rather than marks of a drawing: names wrap, a
 * phone and paper have room for them, and a row is as large a target as its text.
 */
export function Waterfall({ caption, steps, total }: Props) {
  const lowest = Math.min(total, ...steps.map(({ to }) => to))
  const low = Math.max(0, Math.floor((lowest - 2) / 10) * 10)
  const place = (value: number) => (100 * (Math.min(100, Math.max(low, value)) - low)) / (100 - low)
  const ticks = [low, low + (100 - low) / 2, 100]
  return (
    <Figure
      caption={caption}
      heads={['Step', 'Change', 'Then']}
      rows={[
        ['All points', '', score(100)],
        ...steps.map(({ name, change, to }) => [name, delta(change), score(to)]),
      ]}
    >
      <div class="drop-axis" aria-hidden="true">
        <span />
        <span class="drop-ticks">
          {ticks.map((tick) => (
            <span key={tick} style={{ left: `${place(tick)}%` }}>
              {tick}
            </span>
          ))}
        </span>
        <span />
      </div>
      <ol>
        {steps.map(({ key, name, about, href, kind, change, from, to }) => (
          <li key={key}>
            <a href={href} class="drop">
              <Text class="drop-name">
                {name} <span class="faint small">{about}</span>
              </Text>
              <span class="drop-track" aria-hidden="true">
                <span
                  class={`drop-bar ${kind} ${change < 0 ? 'loss' : 'gain'}`}
                  style={{
                    left: `${place(Math.min(from, to))}%`,
                    width: `${Math.max(0.4, place(Math.max(from, to)) - place(Math.min(from, to)))}%`,
                  }}
                />
              </span>
              <span class="numeric">{delta(change)}</span>
            </a>
          </li>
        ))}
        <li class="drop sum">
          <span class="drop-name">Total</span>
          <span class="drop-track" aria-hidden="true">
            <span class="drop-bar total" style={{ left: 0, width: `${place(total)}%` }} />
          </span>
          <span class="numeric">{score(total)}</span>
        </li>
      </ol>
    </Figure>
  )
}
