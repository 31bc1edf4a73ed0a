import { month } from '../../../logic/format.ts'
import { Link } from '../../../parts/link.tsx'
import type { BacktestResult } from './draft-reads.ts'
import { words } from './test-words.ts'
import { useMoney } from './use-money.ts'

type Bonus = NonNullable<BacktestResult['money']>['am_bonus'][number]

/** All bonuses together, before and after. */
export const bonusSums = (bonuses: Bonus[]) => ({
  before: bonuses.reduce((sum, { amount_before }) => sum + Number(amount_before), 0),
  after: bonuses.reduce((sum, { amount_after }) => sum + Number(amount_after), 0),
})

/** The bonuses that change, by month and account manager. */
export function Bonuses({ bonuses }: { bonuses: Bonus[] }) {
  const money = useMoney()
  const changed = bonuses.filter((one) => one.percent_before !== one.percent_after)
  if (changed.length === 0) return <p class="faint">{words.sameBonuses}</p>
  return (
    <div class="table-scroll" role="region" aria-label={words.changedBonuses} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{words.manager}</th>
            <th scope="col" class="numeric">
              {words.before}
            </th>
            <th scope="col" class="numeric">
              {words.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.map((one) => (
            <tr key={`${one.am_id} ${one.period}`}>
              <td>
                <Link to={`/portfolios/${one.am_id}?period=${one.period}`}>{one.am_id}</Link>{' '}
                <span class="faint">{month(one.period)}</span>
              </td>
              <td class="numeric">{money(Number(one.amount_before))}</td>
              <td class="numeric">{money(Number(one.amount_after))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
