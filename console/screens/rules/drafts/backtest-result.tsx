import { count, month, months, plural, shortMonth } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/rules/migration.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMoney } from '../../../parts/me.ts'
import { keep, Panel } from '../../../parts/panel.tsx'
import { TableHead } from '../../../parts/table-head.tsx'
import { Tile } from '../../../parts/tile.tsx'
import { MigrationMatrix } from '../impact/migration-matrix.tsx'
import { Movers } from '../impact/movers.tsx'
import { TIER_SHIFT, TierShift } from '../impact/tier-shift.tsx'
import { useTiers } from '../impact/use-tiers.ts'
import { Compare } from './compare.tsx'
import type { BacktestResult } from './draft-reads.ts'
import { TestSellers } from './test-sellers.tsx'

/** What a backtest found: who moves, what it costs, whether the guards hold. */
export function BacktestResultPanel({ result }: { result: BacktestResult }) {
  const { order } = useTiers()
  const money = useMoney()
  if (!result.migration || !result.money || !result.movers)
    return result.waiting_for ? <p class="notice">{result.waiting_for}</p> : null
  const shift = shiftOf(result.migration, order)
  const { surcharges, am_bonus } = result.money
  const bonuses = bonusSums(am_bonus)
  return (
    <>
      <h2>{`What ${months(result, shortMonth)} would have been`}</h2>
      <div class="tiles">
        <Tile
          name="Drop a tier"
          figure={count(result.tier_drops)}
        >{`of ${count(result.scores)} scores`}</Tile>
        <Tile
          name="Rise a tier"
          figure={count(result.tier_rises)}
        >{`of ${count(result.scores)} scores`}</Tile>
        <Tile
          name="Surcharges"
          figure={money(Number(surcharges.after))}
        >{`from ${money(Number(surcharges.before))}`}</Tile>
        <Tile
          name="Bonuses of account managers"
          figure={money(bonuses.after)}
        >{`from ${money(bonuses.before)}`}</Tile>
        <Tile name="Shift (PSI)" figure={result.psi?.toFixed(3) ?? '–'}>
          0 is no change, above 0.25 a shift
        </Tile>
      </div>
      <div class="grid">
        <Panel
          title={TIER_SHIFT}
          class="third"
          source={{ path: '/api/backtests/{id}', request: { path: { id: result.id } } }}
          items={[
            { label: 'All sellers as CSV', onChoose: () => keepSellers(result.id, '') },
            { label: 'Who drops, as CSV', onChoose: () => keepSellers(result.id, '?moved=down') },
          ]}
        >
          <TierShift shift={shift} />
        </Panel>
        <Panel title="From which tier to which" class="two-thirds">
          <MigrationMatrix
            shift={shift}
            linkTo={(from, to) =>
              `/rules/drafts/${result.draft_id}?${new URLSearchParams({ test: String(result.id), from_tier: from, to_tier: to })}`
            }
          />
        </Panel>
        <Panel title="Falls most" class="third">
          <Movers movers={result.movers.down} caption="Falls most" />
        </Panel>
        <Panel title="Rises most" class="third">
          <Movers movers={result.movers.up} caption="Rises most" />
        </Panel>
        <div class="stack third">
          <Panel title="Whether the guards hold">
            <Guards guards={result.guards ?? []} />
            {(result.stored_differs ?? 0) > 0 && (
              <p class="hint">{`${plural(result.stored_differs ?? 0, 'total', 'totals')} before differ from the stored ones.`}</p>
            )}
          </Panel>
          <Panel title="Bonuses by account manager">
            <Bonuses bonuses={am_bonus} />
          </Panel>
        </div>
      </div>
      <TestSellers id={result.id} />
      <Compare result={result} />
    </>
  )
}

const keepSellers = (id: number, query: string) =>
  keep(`/api/backtests/${id}/sellers${query}`, 'text/csv', `backtest-${id}.csv`)

/** Each guard with what came out. */
function Guards({ guards }: { guards: NonNullable<BacktestResult['guards']> }) {
  if (guards.length === 0) return <p class="faint">This backtest had no guards to keep to.</p>
  return (
    <ul class="guard-list">
      {guards.map(({ guard, ok, limit, value, seller_code, period }) => {
        const said = value === null ? 'not there' : String(value)
        return (
          <li key={`${guard} ${seller_code} ${period}`} class={ok ? undefined : 'failed'}>
            <Icon name={ok ? 'check' : 'warn'} />
            <span>
              {seller_code ? `${seller_code}, ${period}` : (NAMES[guard] ?? guard)}{' '}
              <strong>{ok ? 'holds' : 'fails'}</strong>{' '}
              <span class="faint small">
                {seller_code ? `${said}, asked for ${String(limit)}` : `${said}, at most ${String(limit)}`}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const NAMES: Record<string, string> = {
  max_tier_drops: 'Tier drops',
  max_surcharge_increase: 'Rise of surcharges',
  max_psi: 'Shift (PSI)',
}

type Bonus = NonNullable<BacktestResult['money']>['am_bonus'][number]

/** All bonuses together, before and after. */
const bonusSums = (bonuses: Bonus[]) => ({
  before: bonuses.reduce((sum, { amount_before }) => sum + Number(amount_before), 0),
  after: bonuses.reduce((sum, { amount_after }) => sum + Number(amount_after), 0),
})

/** The bonuses that change, by month and account manager. */
function Bonuses({ bonuses }: { bonuses: Bonus[] }) {
  const money = useMoney()
  const changed = bonuses.filter((one) => one.percent_before !== one.percent_after)
  if (changed.length === 0) return <p class="faint">No bonus changes.</p>
  return (
    <div class="table-scroll" role="region" aria-label="Bonuses that change" tabIndex={0}>
      <table class="table">
        <TableHead of={['Account manager', ['Before', 'numeric'], ['After', 'numeric']]} />
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
