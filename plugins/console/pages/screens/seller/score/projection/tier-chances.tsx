import { useRead } from '../../../../api/queries.ts'
import { ratio } from '../../../../logic/format.ts'
import { Badge, TierBadge } from '../../../../parts/badges.tsx'
import { Link } from '../../../../parts/link.tsx'
import { words } from './words.ts'

interface Props {
  code: string
  tiers: { name: string; probability: number }[]
  last: { period: string; tier: string } | null
}

/** The probabilities of the tiers as one bar, and as the numbers that it is made of. */
export function TierChances({ code, tiers, last }: Props) {
  const known = useRead('/api/sos/tiers')
  const colorOf = (name: string) =>
    known.data?.data.find((tier) => tier.name === name)?.color ?? 'transparent'
  return (
    <div class="stack">
      <div class="chance-bar" aria-hidden="true">
        {tiers
          .filter(({ probability }) => probability > 0)
          .toReversed()
          .map(({ name, probability }) => (
            <span key={name} style={{ flexGrow: probability, backgroundColor: colorOf(name) }} title={name} />
          ))}
      </div>
      <table class="table compact">
        <caption class="visually-hidden">{words.tiers}</caption>
        <thead>
          <tr>
            <th scope="col">{words.tier}</th>
            <th scope="col" class="numeric">
              {words.chance}
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ name, probability }) => (
            <tr key={name}>
              <th scope="row">
                <span class="row">
                  <TierBadge tier={{ name, color: colorOf(name) }} />
                  {name === last?.tier && (
                    <Link to={`/sellers/${encodeURIComponent(code)}?period=${last.period}`}>
                      <Badge tone="info">{words.last}</Badge>
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
