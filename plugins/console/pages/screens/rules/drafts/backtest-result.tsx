import { download } from '../../../api/download.ts'
import { asApiError } from '../../../api/errors.ts'
import { count } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/migration.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { MigrationMatrix } from '../impact/migration-matrix.tsx'
import { Movers } from '../impact/movers.tsx'
import { TierShift } from '../impact/tier-shift.tsx'
import { useTiers } from '../impact/use-tiers.ts'
import { words as impactWords } from '../impact/words.ts'
import { Bonuses, bonusSums } from './bonuses.tsx'
import { Compare } from './compare.tsx'
import type { BacktestResult } from './draft-reads.ts'
import { monthsOf } from './months-of.ts'
import { TestSellers } from './test-sellers.tsx'
import { words } from './test-words.ts'
import { useMoney } from './use-money.ts'

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
      <h2>{words.result(monthsOf(result))}</h2>
      <div class="tiles">
        <Tile
          name={words.drops}
          figure={count(result.tier_drops)}
          note={words.scores(count(result.scores))}
        />
        <Tile
          name={words.rises}
          figure={count(result.tier_rises)}
          note={words.scores(count(result.scores))}
        />
        <Tile
          name={words.surcharges}
          figure={money(Number(surcharges.after))}
          note={words.fromBefore(money(Number(surcharges.before)))}
        />
        <Tile
          name={words.bonuses}
          figure={money(bonuses.after)}
          note={words.fromBefore(money(bonuses.before))}
        />
        <Tile name={words.psi} figure={result.psi?.toFixed(3) ?? '–'} note={words.psiText} />
      </div>
      <div class="grid">
        <Panel
          title={impactWords.tiers}
          class="third"
          source={{ path: '/api/backtests/{id}', request: { path: { id: result.id } } }}
          items={[
            { label: words.sellersCsv, onChoose: () => keepSellers(result.id, '') },
            { label: words.dropsCsv, onChoose: () => keepSellers(result.id, '?moved=down') },
          ]}
        >
          <TierShift shift={shift} />
        </Panel>
        <Panel title={impactWords.matrix} class="two-thirds">
          <MigrationMatrix
            shift={shift}
            linkTo={(from, to) =>
              `/rules/drafts/${result.draft_id}?${new URLSearchParams({ test: String(result.id), from_tier: from, to_tier: to })}`
            }
          />
        </Panel>
        <Panel title={impactWords.falling} class="third">
          <Movers movers={result.movers.down} caption={impactWords.falling} />
        </Panel>
        <Panel title={impactWords.rising} class="third">
          <Movers movers={result.movers.up} caption={impactWords.rising} />
        </Panel>
        <div class="stack third">
          <Panel title={words.guards}>
            <Guards guards={result.guards ?? []} />
            {(result.stored_differs ?? 0) > 0 && (
              <p class="hint">{words.differs(result.stored_differs ?? 0)}</p>
            )}
          </Panel>
          <Panel title={words.money}>
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
  download(`/api/backtests/${id}/sellers${query}`, 'text/csv', `backtest-${id}.csv`).catch((error) =>
    toast(asApiError(error).message, { failed: true }),
  )

const Tile = ({ name, figure, note }: { name: string; figure: string; note: string }) => (
  <div class="tile">
    <span class="name">{name}</span>
    <span class="figure">{figure}</span>
    <span class="faint small">{note}</span>
  </div>
)

/** Each guard with what came out. */
function Guards({ guards }: { guards: NonNullable<BacktestResult['guards']> }) {
  if (guards.length === 0) return <p class="faint">{words.noGuards}</p>
  return (
    <ul class="guard-list">
      {guards.map(({ guard, ok, limit, value, seller_code, period }) => {
        const said = value === null ? words.notThere : String(value)
        return (
          <li key={`${guard} ${seller_code} ${period}`} class={ok ? undefined : 'failed'}>
            <Icon name={ok ? 'check' : 'warn'} />
            <span>
              {seller_code ? `${seller_code}, ${period}` : (NAMES[guard] ?? guard)}{' '}
              <strong>{ok ? words.holds : words.fails}</strong>{' '}
              <span class="faint small">
                {seller_code ? words.goldenSays(said, String(limit)) : words.guardSays(said, String(limit))}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const NAMES: Record<string, string> = {
  max_tier_drops: words.guard_max_tier_drops,
  max_surcharge_increase: words.guard_max_surcharge_increase,
  max_psi: words.guard_max_psi,
}
