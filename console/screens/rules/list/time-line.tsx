import { addMonths, shortMonth } from '../../../logic/format.ts'
import { type RuleType, spansOf } from '../../../logic/rules/rules-in-force.ts'
import { Link } from '../../../parts/link.tsx'
import { Text } from '../../../parts/text.tsx'
import { datesOf, type RuleRecord } from '../rule.ts'
import { NOTHING_IN_FORCE, subject, wordsOf } from '../types.ts'

/** Months before and after the one that is looked at. */
const [BEFORE, AFTER] = [11, 6]

interface Props {
  type: RuleType
  records: RuleRecord[]
  /** The month that is looked at. */
  period: string
}

/** Which record counts when: a row for each thing, a bar for each record. */
export function TimeLine({ type, records, period }: Props) {
  const months = Array.from({ length: BEFORE + AFTER + 1 }, (_, index) => addMonths(period, index - BEFORE))
  const place = (from: string, to: string) => ({
    gridColumn: `${months.indexOf(from) + 1} / ${months.indexOf(to) + 2}`,
  })
  const rows = spansOf(type, records, months).filter(({ spans }) => spans.length > 0)
  if (rows.length === 0) return <p class="faint">{NOTHING_IN_FORCE}</p>
  return (
    <div class="time-line" role="region" aria-label={`${type}: which record counts when`} tabIndex={0}>
      <div class="time-row time-head" aria-hidden="true">
        <span />
        <div class="time-track">
          {months.map((one) => (
            <span key={one} class={one === period ? 'now' : undefined}>
              {isLabelled(one, period) ? shortMonth(one) : ''}
            </span>
          ))}
        </div>
      </div>
      {rows.map(({ identity, spans }) => (
        <div key={identity} class="time-row">
          <Text class="time-name">{subject(identity)}</Text>
          <div class="time-track">
            <span class="time-now" style={place(period, period)} />
            {spans.map(({ record, from, to }) => (
              <Link
                key={`${record.id} ${from}`}
                to={`/rules/${type}/${record.id}`}
                class={
                  from > period
                    ? 'time-bar later'
                    : from <= period && period <= to
                      ? 'time-bar here'
                      : 'time-bar'
                }
                style={place(from, to)}
                title={wordsOf(type).summary(record)}
                aria-label={`${subject(identity)} ${datesOf(record)}: ${wordsOf(type).summary(record)}`}
              >
                {from === record.effective_from ? `from ${shortMonth(from)}` : ''}
              </Link>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

const isLabelled = (one: string, period: string) =>
  one === period || one.endsWith('-01') || one.endsWith('-07')
