import { useRead } from '../../../api/queries.ts'
import { count, score } from '../../../logic/format.ts'

interface Props {
  total: number
  /** Where else the total may be. */
  range?: { low: number; high: number }
  label?: string
}

/** The tiers from 0 to 100 as a strip, with the total on it. */
export function TierScale({
  total,
  range,
  label = `Where the total stands among the tiers: ${score(total)}`,
}: Props) {
  const { data } = useRead('/api/sos/tiers')
  const tiers = (data?.data ?? [])
    .filter(({ min_score }) => min_score !== null)
    .sort((a, b) => (a.min_score ?? 0) - (b.min_score ?? 0))
  return (
    <div class="tier-scale" role="img" aria-label={label}>
      <div class="tier-strip">
        {tiers.map(({ name, color, min_score }, index) => {
          const from = min_score ?? 0
          const to = tiers[index + 1]?.min_score ?? 100
          return (
            <span key={name} style={{ width: `${to - from}%` }} title={name}>
              <i style={{ backgroundColor: color }} />
              <span class="tier-from">{count(from)}</span>
            </span>
          )
        })}
      </div>
      {range && (
        <span class="tier-range" style={{ left: `${range.low}%`, width: `${range.high - range.low}%` }} />
      )}
      <b class="tier-here" style={{ left: `${total}%` }} />
    </div>
  )
}
