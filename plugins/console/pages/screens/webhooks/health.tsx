import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment } from '../../logic/format.ts'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { type Span, useFrom } from './spans.ts'
import { words } from './words.ts'

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
  events === 0 ? words.noEvents : words.deliveredOf(delivered, events, missing)

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
            <p class="wrong">{words.failingSince(moment(data.failing_since, time_zone), failedAttempts)}</p>
          )}
          <dl class="counts">
            {countsOf(data).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Gaps gaps={data.gaps} />
        </div>
      )}
    </Loaded>
  )
}

const countsOf = ({ pending, held, failed, attempts }: HealthAnswer): [string, string][] => [
  [words.pending, count(pending)],
  [words.held, count(held)],
  [words.failed, count(failed)],
  [words.attemptsMade, count(attempts.delivered + attempts.failed)],
  [words.median, attempts.p50_ms === null ? '–' : words.ms(attempts.p50_ms)],
  [words.slow, attempts.p95_ms === null ? '–' : words.ms(attempts.p95_ms)],
]

const SHOWN = 10

function Gaps({ gaps }: Pick<HealthAnswer, 'gaps'>) {
  if (gaps.length === 0) return null
  return (
    <div>
      <h3>{words.gaps}</h3>
      <ul>
        {gaps.slice(0, SHOWN).map(({ seller_code, events, first_sequence, last_sequence }, at) => (
          <li key={`${seller_code} ${first_sequence} ${at}`}>
            {words.gapOf(seller_code, events)}{' '}
            {first_sequence !== null && last_sequence !== null && (
              <span class="faint">{words.gapRange(first_sequence, last_sequence)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
