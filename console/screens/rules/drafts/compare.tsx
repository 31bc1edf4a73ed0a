import { useRead } from '../../../api/queries.ts'
import { score } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/rules/migration.ts'
import { number } from '../../../logic/url-state.ts'
import { Delta } from '../../../parts/badges.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { MigrationMatrix } from '../impact/migration-matrix.tsx'
import { Movers } from '../impact/movers.tsx'
import { useTiers } from '../impact/use-tiers.ts'
import { BACKTESTS, type BacktestResult } from './draft-reads.ts'

/** A backtest beside another of the same months: of this draft after a change, or of another draft. */
export function Compare({ result }: { result: BacktestResult }) {
  const [{ with: other }, change] = useUrlState({ with: number() })
  const all = useRead(
    BACKTESTS,
    { query: { status: 'completed', kind: 'draft', limit: 100 } },
    { keep: true },
  )
  const others = (all.data?.data ?? []).filter(
    ({ id, from, to }) => id !== result.id && from === result.from && to === result.to,
  )
  if (others.length === 0) return null
  return (
    <Panel title="Compare with">
      <div class="stack">
        <div class="filters">
          <SelectField
            label="Compare with"
            value={String(other ?? '')}
            onValue={(value) => change({ with: value ? Number(value) : undefined })}
            options={[
              ['', 'Nothing'],
              ...others.map(({ id, name }) => [String(id), `Backtest ${id}: ${name}`] as [string, string]),
            ]}
          />
        </div>
        {other !== undefined && <Comparison id={result.id} other={other} />}
      </div>
    </Panel>
  )
}

function Comparison({ id, other }: { id: number; other: number }) {
  const { order } = useTiers()
  const read = useRead('/api/backtests/{id}/compare', { path: { id }, query: { with: other } })
  return (
    <Loaded of={read} height="16rem">
      {({ mean_before, mean_after, migration, movers }) => (
        <div class="stack">
          <p>
            <strong>{`Backtest ${id} beside backtest ${other}`}.</strong> From: what this backtest comes to.
            To: what the other one comes to. Mean total: {score(mean_before)} → {score(mean_after)}{' '}
            <Delta
              value={
                mean_before === null || mean_after === null
                  ? null
                  : Number((mean_after - mean_before).toFixed(2))
              }
            />
          </p>
          <div class="grid">
            <div class="third">
              <MigrationMatrix
                shift={shiftOf(migration, order)}
                caption={`Backtest ${id} beside backtest ${other}`}
              />
            </div>
            <div class="third">
              <h3>Falls most</h3>
              <Movers movers={movers.down} caption="Falls most" />
            </div>
            <div class="third">
              <h3>Rises most</h3>
              <Movers movers={movers.up} caption="Rises most" />
            </div>
          </div>
        </div>
      )}
    </Loaded>
  )
}
