import { addMonths, shortMonth } from '../../../logic/format.ts'
import { type RuleType, spansOf } from '../../../logic/rules-in-force.ts'
import { Link } from '../../../parts/link.tsx'
import type { RuleRecord } from '../rule.ts'
import { summaryOf } from '../summary.ts'
import { subject, words } from '../words.ts'
import { datesOf } from './dates-of.ts'

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
  if (rows.length === 0) return <p class="faint">{words.nothingInForce}</p>
  return (
    <div class="time-line" role="region" aria-label={words.timeLineOf(type)} tabIndex={0}>
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
          <span class="time-name" dir="auto">
            {subject(identity)}
          </span>
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
                title={summaryOf(type, record)}
                aria-label={`${subject(identity)} ${datesOf(record)}: ${summaryOf(type, record)}`}
              >
                {from === record.effective_from ? words.fromMonth(shortMonth(from)) : ''}
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
