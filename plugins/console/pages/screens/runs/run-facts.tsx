import type { ComponentChildren } from 'preact'
import { count, day, moment, month } from '../../logic/format.ts'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import type { RunShown } from './run-state.tsx'
import { RunState } from './run-state.tsx'
import { words } from './words.ts'

const Facts = ({ of }: { of: [name: string, value: ComponentChildren][] }) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
)

/** When it ran, and on what. */
export function RunFacts({ run }: { run: RunShown }) {
  const { time_zone } = useMe()
  const at = (instant: string | null) => (instant ? moment(instant, time_zone) : '–')
  const feeds = Object.entries(run.feeds_in_use ?? {}).flatMap(([feed, used]) => (used ? [feed] : []))
  return (
    <Panel
      class="half"
      title={words.state}
      aside={<RunState status={run.status} />}
      source={{ path: '/api/sos/runs/{id}', request: { path: { id: run.id } } }}
    >
      <Facts
        of={[
          [words.period, month(run.period)],
          [words.scope, run.seller_codes ? words.someSellers(run.seller_codes.join(', ')) : words.allSellers],
          [words.begun, at(run.created_at)],
          [words.started, at(run.started_at)],
          [words.finished, at(run.finished_at)],
          [words.asOf, run.as_of_date ? day(run.as_of_date) : '–'],
          [words.feeds, run.feeds_in_use && (feeds.join(', ') || words.noFeeds)],
          ...(run.error ? [[words.error, run.error] as [string, string]] : []),
        ]}
      />
    </Panel>
  )
}

/** How many sellers it scored, and what became of them. */
export const RunNumbers = ({ run }: { run: RunShown }) => (
  <Panel class="half" title={words.numbers}>
    <Facts
      of={[
        [
          words.batches,
          run.batches_total === null ? '–' : words.ofBatches(run.batches_done, run.batches_total),
        ],
        [
          words.scored,
          <Link key="scored" to={`/scores?period=${run.period}`}>
            {count(run.sellers_scored)}
          </Link>,
        ],
        [words.left, count(run.sellers_final)],
        [words.rated, count(run.rated)],
        [
          words.unrated,
          <Link key="unrated" to={`/scores?period=${run.period}&tier=Unrated`}>
            {count(run.unrated)}
          </Link>,
        ],
        [
          words.rules,
          <Link key="rules" to={`/rules?period=${run.period}`}>
            {words.rulesOf(month(run.period))}
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
    <Panel class="half" title={words.why}>
      <ul class="counted">
        {unrated_reasons.map(({ reason, sellers }) => (
          <li key={reason}>
            <span>{reason}</span>
            <Link to={`/scores?period=${period}&tier=Unrated`} class="tabular">
              {count(sellers)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  ) : null
