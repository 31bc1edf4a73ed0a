import { count, day, moment, month } from '../../logic/format.ts'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { named } from '../../words/metrics.ts'
import { type RunShown, RunState } from './run-state.tsx'

/** When it ran, and on what. */
export function RunFacts({ run }: { run: RunShown }) {
  const { time_zone } = useMe()
  const at = (instant: string | null) => (instant ? moment(instant, time_zone) : '–')
  const feeds = Object.entries(run.feeds_in_use ?? {}).flatMap(([feed, used]) => (used ? [feed] : []))
  return (
    <Panel
      class="half"
      title="State"
      aside={<RunState status={run.status} />}
      source={{ path: '/api/sos/runs/{id}', request: { path: { id: run.id } } }}
    >
      <Facts
        of={[
          ['Month', month(run.period)],
          ['Sellers', run.seller_codes ? run.seller_codes.join(', ') : 'All active sellers'],
          ['Asked for', at(run.created_at)],
          ['Started', at(run.started_at)],
          ['Finished', at(run.finished_at)],
          ['Counts until', run.as_of_date ? day(run.as_of_date) : '–'],
          [
            'Feeds in use',
            run.feeds_in_use && (feeds.join(', ') || 'None: no facts of the month have come yet'),
          ],
          run.error && ['Error', run.error],
        ]}
      />
    </Panel>
  )
}

/** How many sellers it scored, and what became of them. */
export const RunNumbers = ({ run }: { run: RunShown }) => (
  <Panel class="half" title="What it came to">
    <Facts
      of={[
        ['Batches', run.batches_total === null ? '–' : `${run.batches_done} of ${run.batches_total}`],
        [
          'Scored',
          <Link key="scored" to={`/scores?period=${run.period}`}>
            {count(run.sellers_scored)}
          </Link>,
        ],
        ['Left as they were', count(run.sellers_final)],
        ['Rated', count(run.rated)],
        [
          'Unrated',
          <Link key="unrated" to={`/scores?period=${run.period}&tier=Unrated`}>
            {count(run.unrated)}
          </Link>,
        ],
        [
          'Rules used',
          <Link key="rules" to={`/rules?period=${run.period}`}>
            {`Those of ${month(run.period)}`}
          </Link>,
        ],
      ]}
    />
    {run.warnings?.map((one) => (
      <p key={one} class="notice warn">
        {one}
      </p>
    ))}
  </Panel>
)

/** Why sellers are unrated, the most frequent reason first. */
export const Reasons = ({ run: { unrated_reasons, period } }: { run: RunShown }) =>
  unrated_reasons && unrated_reasons.length > 0 ? (
    <Panel class="half" title="Why sellers are unrated">
      <ul class="counted">
        {unrated_reasons.map(({ reason, sellers }) => (
          <li key={reason}>
            <span>{named(reason)}</span>
            <Link to={`/scores?period=${period}&tier=Unrated`} class="tabular">
              {count(sellers)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  ) : null
