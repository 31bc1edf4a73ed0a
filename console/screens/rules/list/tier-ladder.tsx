import { Link } from '../../../parts/link.tsx'
import { Text } from '../../../parts/text.tsx'
import type { Fields } from '../rule.ts'
import { digits } from '../types.ts'

interface Props {
  /** Records of tiers that count together. */
  tiers: (Fields & { id: number })[]
  /** The one that is edited, which leads nowhere. */
  here?: number
}

/** The tiers from 0 to 100, each as wide as its band; the unrated one stands beside them. */
export function TierLadder({ tiers, here }: Props) {
  const rising = tiers
    .filter(({ min_score }) => typeof min_score === 'number')
    .sort((a, b) => Number(a.min_score) - Number(b.min_score))
  const unrated = tiers.find(({ min_score }) => min_score === null)
  return (
    <ol class="tier-ladder">
      {rising.map((tier, index) => {
        const from = Number(tier.min_score)
        const to = Number(rising[index + 1]?.min_score ?? 100)
        return (
          <li key={tier.id} style={{ flexGrow: Math.max(4, to - from) }}>
            <Step tier={tier} text={digits(from)} here={tier.id === here} />
          </li>
        )
      })}
      {unrated && (
        <li class="apart">
          <Step tier={unrated} text="–" here={unrated.id === here} />
        </li>
      )}
    </ol>
  )
}

function Step({ tier, text, here }: { tier: Fields & { id: number }; text: string; here: boolean }) {
  const content = (
    <>
      <span class="tier-fill" style={{ backgroundColor: String(tier.color) }} />
      <span class="tabular">{text}</span>
      <Text class="tier-name">{String(tier.name)}</Text>
    </>
  )
  return here ? (
    <span class="tier-step here">{content}</span>
  ) : (
    <Link class="tier-step" to={`/rules/tiers/${tier.id}`}>
      {content}
    </Link>
  )
}
