import { asApiError } from '../../../api/errors.ts'
import { delta as changeOf, count, month, plural, score } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/rules/migration.ts'
import { Delta } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Empty, Waiting } from '../../../parts/loaded.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Spoken } from '../../../parts/progress.tsx'
import { MigrationMatrix } from './migration-matrix.tsx'
import { Movers } from './movers.tsx'
import { TierShift } from './tier-shift.tsx'
import type { Preview, usePreview } from './use-preview.ts'
import { useTiers } from './use-tiers.ts'

interface Props {
  period: string
  preview: ReturnType<typeof usePreview>
  /** Nothing is changed: there is nothing to say. */
  isEmpty: boolean
  /** Why there is no answer yet, such as weights that do not add up. */
  hint?: string
  class?: string
}

/** Who would change tier, before anything is saved. */
export function PreviewPanel({
  period,
  preview: { data, error, isFetching, refetch },
  isEmpty,
  hint,
  class: style,
}: Props) {
  return (
    <Panel
      title={`What ${month(period)} would be`}
      class={`preview ${style ?? ''}`}
      aside={isFetching && !isEmpty ? <span class="small faint">Calculating…</span> : undefined}
    >
      {isEmpty ? (
        <Empty title="Nothing is changed yet">
          <p>
            Move a point or type a number: here stands at once who would change tier, before anything is
            saved.
          </p>
        </Empty>
      ) : hint ? (
        <Notice warn>{hint}</Notice>
      ) : error ? (
        <Refusal error={error} onRetry={() => refetch()} />
      ) : data ? (
        <Result preview={data} />
      ) : (
        <Waiting height="20rem" />
      )}
    </Panel>
  )
}

/** A 400 says why these rules can not be, or that a preview can't know: no fault, but something to read. */
function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { status, message } = asApiError(error)
  if (status !== 400 && status !== 404) return <Problem error={error} onRetry={onRetry} />
  return (
    <Notice warn role="status">
      {message}
    </Notice>
  )
}

function Result({ preview }: { preview: Preview }) {
  const { period, mean_before, mean_after, migration, movers, sellers, sellers_total } = preview
  const { order } = useTiers()
  const shift = shiftOf(migration, order)
  const change =
    mean_before === null || mean_after === null ? null : Number((mean_after - mean_before).toFixed(2))
  const moved = shift.up + shift.down
  return (
    <div class="stack">
      <div class="preview-figures">
        <div>
          <span class="name">Mean total</span>
          <span class="figure">{score(mean_after)}</span>
          <span class="small">
            <Delta value={change} /> <span class="faint">{`from ${score(mean_before)}`}</span>
          </span>
        </div>
        <div>
          <span class="name">Change tier</span>
          <span class="figure">{count(moved)}</span>
          <span class="small faint">{`of ${count(shift.all)}`}</span>
        </div>
        <div>
          <span class="up-down">
            <span class="delta up">
              <Icon name="up" />
              {`${count(shift.up)} up`}
            </span>
            <span class="delta fall">
              <Icon name="fall" />
              {`${count(shift.down)} down`}
            </span>
          </span>
        </div>
      </div>
      <Spoken
        text={`${plural(moved, 'seller', 'sellers')} would change tier, ${shift.up} up and ${shift.down} down. Mean total ${score(mean_after)} (${changeOf(change)}).`}
      />
      <TierShift shift={shift} />
      <details>
        <summary>From which tier to which</summary>
        <MigrationMatrix shift={shift} caption="Tiers before and after the change" />
      </details>
      <section>
        <h3>Who moves most</h3>
        <Movers movers={movers} period={period} caption="Who moves most" />
      </section>
      <div class="hint">
        {preview.sampled && <p>{`An even sample: ${count(sellers)} of ${count(sellers_total)} scores.`}</p>}
        {preview.left_out > 0 && (
          <p>{`${plural(preview.left_out, 'score', 'scores')} left out: an appeal has decided them.`}</p>
        )}
        {preview.without_inputs > 0 && (
          <p>{`${plural(preview.without_inputs, 'score', 'scores')} left out: an earlier release made them.`}</p>
        )}
        <p>What it costs in surcharges and bonuses, a backtest of a draft tells.</p>
      </div>
    </div>
  )
}
