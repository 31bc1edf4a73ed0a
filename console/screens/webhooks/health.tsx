import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment, plural } from '../../logic/format.ts'
import { type Count, Counts } from '../../parts/counts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { type Span, useFrom } from './spans.ts'

type HealthAnswer = Answer<'GET', '/api/webhooks/{id}/health'>

/** "412 of 412 delivered, 0 missing", in a line. */
export function HealthLine({ id, span }: { id: number; span: Span }) {
  const from = useFrom(span)
  const health = useRead('/api/webhooks/{id}/health', { path: { id }, query: { from } }, { keep: true })
  return (
    <Loaded of={health} height="1.5rem">
      {(data) => (
        <span class={data.missing > 0 ? 'wraps tabular wrong' : 'wraps tabular'}>{sentenceOf(data)}</span>
      )}
    </Loaded>
  )
}

const sentenceOf = ({ events, delivered, missing }: HealthAnswer) =>
  events === 0
    ? 'No events in this time'
    : `${count(delivered)} of ${count(events)} delivered, ${count(missing)} missing`

/** What has arrived of a time, and where something is missing. */
export function Health({ id, span, failedAttempts }: { id: number; span: Span; failedAttempts: number }) {
  const from = useFrom(span)
  const { time_zone } = useMe()
  const health = useRead(
    '/api/webhooks/{id}/health',
    { path: { id }, query: { from } },
    { keep: true, every: 10_000 },
  )
  return (
    <Loaded of={health} height="8rem">
      {(data) => (
        <div class="stack">
          <p class={`verdict ${data.events === 0 ? 'nothing' : data.missing > 0 ? 'wrong' : ''}`}>
            <Icon name={data.events === 0 ? 'info' : data.missing > 0 ? 'warn' : 'check'} />
            {sentenceOf(data)}
          </p>
          {data.failing_since && (
            <p class="wrong">{`All attempts have failed since ${moment(data.failing_since, time_zone)} (${plural(failedAttempts, 'attempt', 'attempts')}).`}</p>
          )}
          <Counts of={countsOf(data)} />
          <Gaps gaps={data.gaps} />
        </div>
      )}
    </Loaded>
  )
}

const countsOf = ({ pending, held, failed, attempts }: HealthAnswer): Count[] => [
  ['Waiting', count(pending)],
  ['Held while paused', count(held)],
  ['Given up', count(failed)],
  ['Attempts', count(attempts.delivered + attempts.failed)],
  ['Median answer', attempts.p50_ms === null ? '–' : `${count(Math.round(attempts.p50_ms))} ms`],
  ['95 of 100 within', attempts.p95_ms === null ? '–' : `${count(Math.round(attempts.p95_ms))} ms`],
]

const SHOWN = 10

function Gaps({ gaps }: Pick<HealthAnswer, 'gaps'>) {
  if (gaps.length === 0) return null
  return (
    <div>
      <h3>Where they are missing</h3>
      <ul>
        {gaps.slice(0, SHOWN).map(({ seller_code, events, first_sequence, last_sequence }, at) => (
          <li key={`${seller_code} ${first_sequence} ${at}`}>
            {`${seller_code ?? 'about no seller'}: ${plural(events, 'event', 'events')}`}{' '}
            {first_sequence !== null && last_sequence !== null && (
              <span class="faint">{`(${first_sequence === last_sequence ? `number ${first_sequence}` : `numbers ${first_sequence} to ${last_sequence}`})`}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
