import { count } from '../../../logic/format.ts'
import type { Shift } from '../../../logic/rules/migration.ts'
import { Link } from '../../../parts/link.tsx'
import { useTiers } from './use-tiers.ts'

interface Props {
  shift: Shift
  /** Where the sellers of a cell are listed, if anywhere. */
  linkTo?: (from: string, to: string) => string
  /** What is counted, where there is more than one on the page. */
  caption?: string
}

/** Who comes from which tier into which. On the diagonal nobody moves; above it they fall, below it they rise. */
export function MigrationMatrix({
  shift: { tiers, count: cell },
  linkTo,
  caption = 'Sellers by tier before and after',
}: Props) {
  const { colorOf } = useTiers()
  const swatch = (tier: string) => <span class="swatch" style={{ backgroundColor: colorOf(tier) }} />
  return (
    <div class="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="matrix">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" class="faint">
              From ↓ to →
            </th>
            {tiers.map((tier) => (
              <th key={tier} scope="col">
                <span class="matrix-head">
                  {swatch(tier)}
                  <span>{tier}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tiers.map((from, row) => (
            <tr key={from}>
              <th scope="row">
                <span class="tier">
                  {swatch(from)}
                  {from}
                </span>
              </th>
              {tiers.map((to, column) => {
                const sellers = cell(from, to)
                const way = row === column ? 'stays' : column > row ? 'falls' : 'rises'
                return (
                  <td key={to} class={sellers ? way : 'none'}>
                    {!sellers ? (
                      ''
                    ) : linkTo ? (
                      <Link to={linkTo(from, to)}>{count(sellers)}</Link>
                    ) : (
                      count(sellers)
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
