import { groupsOf } from '../../logic/attempt-groups.ts'
import { count, moment } from '../../logic/format.ts'
import { keysOf, number, oneOf } from '../../logic/url-state.ts'
import { allOr } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { RecordPages } from '../../parts/record-pages.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { Text } from '../../parts/text.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { ANY_TYPE, EVENT_TYPES } from './event-types.ts'
import { type Attempt, AttemptBadge } from './status.tsx'

const OUTCOMES = { delivered: 'Delivered', failed: 'Failed' }
const TRIGGERS = { event: 'the event', replay: 'a replay', redeliver: 'a redelivery', test: 'a test' }

/** The attempts at a subscription under their events, newest first. */
export function Attempts({ id }: { id: number }) {
  const [values, change] = useUrlState({
    status: oneOf(keysOf(OUTCOMES), ''),
    type: oneOf(EVENT_TYPES, ''),
    attempts: number(1),
  })
  const { status, type } = values
  const query = { subscription_id: id, status: status || undefined, event_type: type || undefined }
  return (
    <>
      <Filters
        values={values}
        change={change}
        page="attempts"
        fields={[
          { name: 'status', label: 'Outcome', options: allOr(OUTCOMES, 'Any outcome') },
          { name: 'type', label: 'Type of event', options: ANY_TYPE },
        ]}
      />
      <RecordPages
        title="Attempts by event"
        path="/api/webhooks/logs"
        request={{ query }}
        whole={{ query }}
        pageIn="attempts"
        every={10_000}
        height="20rem"
        none="No attempts yet"
        hint="Each time an event is posted, what was sent and what was answered stands here. Send a ping to see one."
      >
        {(attempts, pager) => (
          <>
            <AttemptTable attempts={attempts} />
            {pager}
          </>
        )}
      </RecordPages>
    </>
  )
}

/** Attempts, grouped by event: an event's name stands over its attempts. */
export function AttemptTable({ attempts }: { attempts: Attempt[] }) {
  const { time_zone } = useMe()
  return (
    <div class="table-scroll" role="group" aria-label="Attempts by event" tabIndex={0}>
      <table class="table attempts">
        <caption class="visually-hidden">Attempts by event</caption>
        <TableHead of={['When', 'Status', 'Answer', ['Took', 'numeric wide'], ['Because of', 'wide']]} />
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
                    {`Attempt ${count(one.attempt)}`} · {moment(one.attempted_at, time_zone)}
                  </Link>
                </td>
                <td>
                  <AttemptBadge status={one.status} />
                </td>
                <td>
                  <Text class="wraps long">
                    {one.reason}
                    {one.next_attempt_at && (
                      <span class="faint"> {`Next try ${moment(one.next_attempt_at, time_zone)}`}</span>
                    )}
                  </Text>
                </td>
                <td class="numeric wide">{`${count(Math.round(one.duration_ms))} ms`}</td>
                <td class="wide">{TRIGGERS[one.trigger]}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
