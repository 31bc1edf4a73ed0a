import { ratio } from '../../../../logic/format.ts'
import { Badge, TierBadge } from '../../../../parts/badges.tsx'
import { Link } from '../../../../parts/link.tsx'
import { sellerPath } from '../../../../parts/seller-link.tsx'
import { TableHead } from '../../../../parts/table-head.tsx'
import { useTier } from '../../../../parts/use-tier.ts'

interface Props {
  code: string
  tiers: { name: string; probability: number }[]
  last: { period: string; tier: string } | null
}

/** The probabilities of the tiers as one bar, and as the numbers that it is made of. */
export function TierChances({ code, tiers, last }: Props) {
  const tierOf = useTier()
  return (
    <div class="stack">
      <div class="chance-bar" aria-hidden="true">
        {tiers
          .filter(({ probability }) => probability > 0)
          .toReversed()
          .map(({ name, probability }) => (
            <span
              key={name}
              style={{ flexGrow: probability, backgroundColor: tierOf(name).color }}
              title={name}
            />
          ))}
      </div>
      <table class="table compact">
        <caption class="visually-hidden">How likely each tier is</caption>
        <TableHead of={['Tier', ['Chance', 'numeric']]} />
        <tbody>
          {tiers.map(({ name, probability }) => (
            <tr key={name}>
              <th scope="row">
                <span class="row">
                  <TierBadge tier={tierOf(name)} />
                  {name === last?.tier && (
                    <Link to={sellerPath(code, `?period=${last.period}`)}>
                      <Badge tone="info">Last final</Badge>
                    </Link>
                  )}
                </span>
              </th>
              <td class={probability === 0 ? 'numeric faint' : 'numeric'}>{ratio(probability)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
