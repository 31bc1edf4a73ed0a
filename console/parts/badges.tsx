import type { ComponentChildren } from 'preact'
import { delta } from '../logic/format.ts'
import { Icon } from './icon.tsx'

/** A tier: its colour is a fill with an edge, its name is read. */
export const TierBadge = ({ tier }: { tier: { name: string; color: string } | null | undefined }) =>
  tier ? (
    <span class="tier">
      <span class="swatch" style={{ backgroundColor: tier.color }} />
      {tier.name}
    </span>
  ) : (
    <span class="faint">–</span>
  )

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

/** A state in a word. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

/** The badge of a state, out of the words and the tone of each. */
export const stateBadge =
  <State extends string>(states: Record<State, [words: string, tone: Tone]>) =>
  ({ status }: { status: State }) => {
    const [words, tone] = states[status]
    return <Badge tone={tone}>{words}</Badge>
  }

/** A change of a score with an arrow: its direction is never told by colour alone. */
export function Delta({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <span class="faint">–</span>
  const way = value > 0 ? 'up' : value < 0 ? 'fall' : 'flat'
  return (
    <span class={`delta ${way}`}>
      {way !== 'flat' && <Icon name={way} />}
      {delta(value)}
    </span>
  )
}
