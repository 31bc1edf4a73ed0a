import { useRead } from '../../api/queries.ts'
import { groupsOf } from '../../logic/attempt-groups.ts'
import { moment } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { SelectField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { EVENT_TYPES } from './event-types.ts'
import { type Attempt, AttemptBadge } from './status.tsx'
import { words } from './words.ts'

const LIMIT = 50
const TRIGGERS = {
  event: words.event,
  replay: words.replay_,
  redeliver: words.redeliver,
  test: words.test,
}

/** The attempts at a subscription under their events, newest first. */
export function Attempts({ id }: { id: number }) {
  const [{ status, type, attempts: page }, change] = useUrlState({
    status: oneOf(['delivered', 'failed'], ''),
    type: oneOf(EVENT_TYPES, ''),
    attempts: number(1),
  })
  const query = { subscription_id: id, status: status || undefined, event_type: type || undefined }
  const log = useRead(
    '/api/webhooks/logs',
    { query: { ...query, page, limit: LIMIT } },
    { keep: true, every: 10_000 },
  )
  return (
    <>
      <div class="filters">
        <SelectField
          label={words.outcome}
          value={status}
          onValue={(status) => change({ status: status as typeof query.status, attempts: 1 })}
          options={[
            ['', words.anyStatus],
            ['delivered', words.delivered],
            ['failed', words.failedOne],
          ]}
        />
        <SelectField
          label={words.eventType}
          value={type}
          onValue={(type) => change({ type: type as typeof query.event_type, attempts: 1 })}
          options={[['', words.anyType], ...EVENT_TYPES.map((one): [string, string] => [one, one])]}
        />
      </div>
      <Panel
        title={words.attempts}
        class="flush"
        source={{ path: '/api/webhooks/logs', request: { query }, csv: true }}
      >
        <Loaded of={log} height="20rem">
          {({ data, total }) =>
            data.length === 0 ? (
              <Empty title={words.noAttempts}>{words.noAttemptsText}</Empty>
            ) : (
              <>
                <AttemptTable attempts={data} />
                <Pager page={page} limit={LIMIT} total={total} onPage={(attempts) => change({ attempts })} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  )
}

/** Attempts, grouped by event: an event's name stands over its attempts. */
export function AttemptTable({ attempts }: { attempts: Attempt[] }) {
  const { time_zone } = useMe()
  return (
    <div class="table-scroll" role="group" aria-label={words.attempts} tabIndex={0}>
      <table class="table attempts">
        <caption class="visually-hidden">{words.attempts}</caption>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.answer}</th>
            <th scope="col" class="numeric wide">
              {words.took}
            </th>
            <th scope="col" class="wide">
              {words.trigger}
            </th>
          </tr>
        </thead>
        {groupsOf(attempts).map(({ event_id, attempts }) => (
          <tbody key={event_id}>
            <tr class="event-row">
              <th scope="rowgroup" colSpan={5}>
                <span class="row">
                  {attempts[0]?.event_type}
                  <span class="faint mono small">{event_id}</span>
                </span>
              </th>
            </tr>
            {attempts.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={`/webhooks/attempts/${one.id}`}>
                    {words.attempt(one.attempt)} · {moment(one.attempted_at, time_zone)}
                  </Link>
                </td>
                <td>
                  <AttemptBadge status={one.status} />
                </td>
                <td>
                  <span class="wraps long" dir="auto">
                    {one.reason}
                    {one.next_attempt_at && (
                      <span class="faint"> {words.next(moment(one.next_attempt_at, time_zone))}</span>
                    )}
                  </span>
                </td>
                <td class="numeric wide">{words.ms(one.duration_ms)}</td>
                <td class="wide">{TRIGGERS[one.trigger]}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
