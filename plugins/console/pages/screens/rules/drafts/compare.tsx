import { useRead } from '../../../api/queries.ts'
import { score } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/migration.ts'
import { number } from '../../../logic/url-state.ts'
import { Delta } from '../../../parts/badges.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { MigrationMatrix } from '../impact/migration-matrix.tsx'
import { Movers } from '../impact/movers.tsx'
import { useTiers } from '../impact/use-tiers.ts'
import { words as impactWords } from '../impact/words.ts'
import { BACKTESTS, type BacktestResult } from './draft-reads.ts'
import { words } from './test-words.ts'

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
    <Panel title={words.compare}>
      <div class="stack">
        <div class="filters">
          <SelectField
            label={words.compare}
            value={String(other ?? '')}
            onValue={(value) => change({ with: value ? Number(value) : undefined })}
            options={[
              ['', words.compareNone],
              ...others.map(
                ({ id, name }) => [String(id), `${words.backtest(id)}: ${name}`] as [string, string],
              ),
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
            <strong>{words.compareTitle(id, other)}.</strong> {words.compareText} {words.mean}:{' '}
            {score(mean_before)} → {score(mean_after)}{' '}
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
              <MigrationMatrix shift={shiftOf(migration, order)} caption={words.compareTitle(id, other)} />
            </div>
            <div class="third">
              <h3>{impactWords.falling}</h3>
              <Movers movers={movers.down} caption={impactWords.falling} />
            </div>
            <div class="third">
              <h3>{impactWords.rising}</h3>
              <Movers movers={movers.up} caption={impactWords.rising} />
            </div>
          </div>
        </div>
      )}
    </Loaded>
  )
}
