import { useState } from 'preact/hooks'
import { score } from '../../../logic/format.ts'
import { Delta, TierBadge } from '../../../parts/badges.tsx'
import { Button } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { sellerPath } from '../../../parts/seller-link.tsx'
import { useTiers } from './use-tiers.ts'

export interface Mover {
  seller_code: string
  period?: string
  total_before: number
  total_after: number
  delta: number
  tier_before: string
  tier_after: string
}

/** Shown until somebody wants to see all. */
const FIRST = 6

/** The sellers who move most, each with its tiers. */
export function Movers({ movers, period, caption }: { movers: Mover[]; period?: string; caption: string }) {
  const { colorOf } = useTiers()
  const [all, showAll] = useState(false)
  if (movers.length === 0) return <p class="faint">No total changes.</p>
  const badge = (tier: string) => <TierBadge tier={{ name: tier, color: colorOf(tier) }} />
  return (
    <>
      <ul class="moves" aria-label={caption}>
        {movers.slice(0, all ? undefined : FIRST).map((mover) => {
          const month = mover.period ?? period
          return (
            <li key={`${mover.seller_code} ${month}`}>
              <Link to={sellerPath(mover.seller_code, `?period=${month}`)}>{mover.seller_code}</Link>
              <span class="numeric">
                <span class="faint">{score(mover.total_before)}</span> {score(mover.total_after)}
              </span>
              <Delta value={mover.delta} />
              <span class="mover-tiers">
                {badge(mover.tier_before)}
                {mover.tier_after !== mover.tier_before && (
                  <>
                    <Icon name="right" />
                    {badge(mover.tier_after)}
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {movers.length > FIRST && !all && (
        <Button class="small" onClick={() => showAll(true)}>
          {`Show ${movers.length - FIRST} more`}
        </Button>
      )}
    </>
  )
}
