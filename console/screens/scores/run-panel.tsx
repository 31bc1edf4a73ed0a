import { useRead } from '../../api/queries.ts'
import { count, day, plural, since } from '../../logic/format.ts'
import { hasEnded } from '../../logic/run-state.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Progress, Spoken } from '../../parts/progress.tsx'
import { named } from '../../words/metrics.ts'
import type { Run } from './use-run.ts'

/** The newest run of the month: how far it is, or what it ended with. */
export function RunPanel({ run }: { run: Run }) {
  const open = !hasEnded(run)
  return (
    <section class="panel run" aria-label={`Run ${run.id}`}>
      {open ? <Open run={run} /> : run.status === 'failed' ? <Failed run={run} /> : <Done run={run} />}
      {/* It stays while the run ends, so that the end is spoken too. */}
      {!open && (
        <Spoken
          text={
            run.status === 'failed'
              ? 'The calculation failed'
              : `${plural(run.sellers_scored, 'seller', 'sellers')} scored`
          }
        />
      )}
    </section>
  )
}

const RunLink = ({ run: { id } }: { run: Run }) => (
  <Link to={`/runs/${id}`} class="small">
    {`Run ${id}`}
  </Link>
)

function Open({ run }: { run: Run }) {
  const waits = useRead('/api/sos/runs/{id}', { path: { id: run.id } }, { every: 2_000 })
  const done = run.sellers_scored + run.sellers_final
  const total = run.sellers_total ?? 0
  const text = total ? `${done} of ${plural(total, 'seller', 'sellers')}` : 'Waits for its turn'
  return (
    <>
      <p class="row spread">
        <strong>Calculating</strong>
        <span class="tabular">{text}</span>
        <RunLink run={run} />
      </p>
      <Progress label="Calculating" done={done} total={total} spoken={text} />
      {(waits.data?.waiting_for || waits.data?.last_error) && (
        <p class="faint">{[waits.data.last_error, waits.data.waiting_for].filter(Boolean).join(' ')}</p>
      )}
    </>
  )
}

const Done = ({ run }: { run: Run }) => (
  <>
    <p class="row">
      <Icon name="check" />
      <strong>Last calculation</strong>
      <span class="faint">{run.finished_at && `finished ${since(run.finished_at)}`}</span>
      {run.as_of_date && (
        <span class="faint only-wide">{`counting what happened until ${day(run.as_of_date)}`}</span>
      )}
      <RunLink run={run} />
    </p>
    <ul class="run-facts">
      <li>{`${plural(run.sellers_scored, 'seller', 'sellers')} scored`}</li>
      {run.sellers_final > 0 && (
        <li>{`${plural(run.sellers_final, 'score', 'scores')} left as they were (final, or revised by an appeal)`}</li>
      )}
      {(run.unrated ?? 0) > 0 && (
        <li>
          <Link to="/scores?tier=Unrated">{`${plural(run.unrated ?? 0, 'seller', 'sellers')} unrated`}</Link>
          <Reasons run={run} />
        </li>
      )}
    </ul>
  </>
)

/** Why sellers are unrated: the reason alone when there is one only. */
const Reasons = ({ run: { unrated_reasons } }: { run: Run }) => (
  <span class="faint">
    {': '}
    {(unrated_reasons ?? [])
      .slice(0, 3)
      .map(({ reason, sellers }, _, all) =>
        all.length > 1 ? `${named(reason)} (${count(sellers)})` : named(reason),
      )
      .join('; ')}
  </span>
)

const Failed = ({ run }: { run: Run }) => (
  <div class="problem">
    <Icon name="warn" />
    <div>
      <p>
        <strong>The calculation failed.</strong> {run.error} What was stored stays. Mend the cause, then
        calculate again.
      </p>
      <RunLink run={run} />
    </div>
  </div>
)
