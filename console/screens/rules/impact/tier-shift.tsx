import { count } from '../../../logic/format.ts'
import type { Shift } from '../../../logic/rules/migration.ts'
import { TierBadge } from '../../../parts/badges.tsx'
import { useTiers } from './use-tiers.ts'

const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

export const TIER_SHIFT = 'Sellers by tier, before and after'

/** How many are in each tier, before as a hollow bar and after as a filled one. */
export function TierShift({ shift: { tiers, before, after } }: { shift: Shift }) {
  const { colorOf } = useTiers()
  const most = Math.max(1, ...before.values(), ...after.values())
  return (
    <table class="shift">
      <caption class="visually-hidden">{TIER_SHIFT}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Tier</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => {
          const [was, is] = [before.get(tier) ?? 0, after.get(tier) ?? 0]
          const width = (sellers: number) => `${(100 * sellers) / most}%`
          return (
            <tr key={tier}>
              <th scope="row">
                <TierBadge tier={{ name: tier, color: colorOf(tier) }} />
              </th>
              <td class="shift-bars">
                <span class="shift-after" style={{ width: width(is), backgroundColor: colorOf(tier) }} />
                <span class="shift-before" style={{ width: width(was) }} />
                <span class="visually-hidden">{count(was)}</span>
              </td>
              <td class="numeric">{count(is)}</td>
              <td class={`numeric ${is === was ? 'faint' : ''}`}>
                {is === was ? '' : signed.format(is - was)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
