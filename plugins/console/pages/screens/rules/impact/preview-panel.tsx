import { asApiError } from '../../../api/errors.ts'
import { delta as changeOf, count, month, score } from '../../../logic/format.ts'
import { shiftOf } from '../../../logic/migration.ts'
import { Delta } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Empty, Waiting } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Spoken } from '../../../parts/progress.tsx'
import { MigrationMatrix } from './migration-matrix.tsx'
import { Movers } from './movers.tsx'
import { TierShift } from './tier-shift.tsx'
import type { Preview, usePreview } from './use-preview.ts'
import { useTiers } from './use-tiers.ts'
import { words } from './words.ts'

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
      title={words.title(month(period))}
      class={`preview ${style ?? ''}`}
      aside={isFetching && !isEmpty ? <span class="small faint">{words.working}…</span> : undefined}
    >
      {isEmpty ? (
        <Empty title={words.nothingYet}>
          <p>{words.nothingYetText}</p>
        </Empty>
      ) : hint ? (
        <p class="notice warn">
          <Icon name="warn" /> <span>{hint}</span>
        </p>
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
    <p class="notice warn" role="status">
      <Icon name="warn" /> <span>{message}</span>
    </p>
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
          <span class="name">{words.mean}</span>
          <span class="figure">{score(mean_after)}</span>
          <span class="small">
            <Delta value={change} /> <span class="faint">{words.from(score(mean_before))}</span>
          </span>
        </div>
        <div>
          <span class="name">{words.moved}</span>
          <span class="figure">{count(moved)}</span>
          <span class="small faint">{words.ofSellers(count(shift.all))}</span>
        </div>
        <div>
          <span class="up-down">
            <span class="delta up">
              <Icon name="up" />
              {words.up(count(shift.up))}
            </span>
            <span class="delta fall">
              <Icon name="fall" />
              {words.down(count(shift.down))}
            </span>
          </span>
        </div>
      </div>
      <Spoken
        text={words.spoken(moved, shift.up, shift.down, `${score(mean_after)} (${changeOf(change)})`)}
      />
      <TierShift shift={shift} />
      <details>
        <summary>{words.matrix}</summary>
        <MigrationMatrix shift={shift} caption={words.previewMatrix} />
      </details>
      <section>
        <h3>{words.movers}</h3>
        <Movers movers={movers} period={period} caption={words.movers} />
      </section>
      <div class="hint">
        {preview.sampled && <p>{words.sampled(count(sellers), count(sellers_total))}</p>}
        {preview.left_out > 0 && <p>{words.leftOut(preview.left_out)}</p>}
        {preview.without_inputs > 0 && <p>{words.withoutInputs(preview.without_inputs)}</p>}
        <p>{words.cost}</p>
      </div>
    </div>
  )
}
