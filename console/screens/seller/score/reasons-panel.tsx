import { delta, month } from '../../../logic/format.ts'
import { Delta } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { ReadPanel } from '../../../parts/read-panel.tsx'
import { sellerPath } from '../../../parts/seller-link.tsx'
import { named } from '../../../words/metrics.ts'
import type { Of } from './score-tab.tsx'

/** The service's reasons, worst first, each with what it changed since the month before. */
export function ReasonsPanel({ code, period }: Of) {
  const page = sellerPath(code)
  return (
    <ReadPanel
      title="Why, and what changed"
      path="/api/sos/sellers/{seller_code}/score/reasons"
      request={{ path: { seller_code: code }, query: { period } }}
      csv
      height="12rem"
    >
      {({ reasons, rest, previous_period }) => (
        <>
          {previous_period && <p class="faint small">{`Since ${month(previous_period)}`}</p>}
          <ul class="reasons">
            {reasons.map(({ code: reason, metric, sentence, points_lost, change }) => (
              <li key={`${reason}${metric}${sentence}`}>
                <span dir="auto">
                  {metric ? (
                    <Link to={`${page}/${period}/${metric}`}>{named(sentence)}</Link>
                  ) : (
                    named(sentence)
                  )}
                </span>
                <span class="reason-numbers">
                  <span class="numeric">{delta(-points_lost)}</span>
                  {previous_period && <Delta value={change} />}
                </span>
              </li>
            ))}
            {Math.abs(rest.points_lost) >= 0.005 && (
              <li>
                <span>All other metrics</span>
                <span class="reason-numbers">
                  <span class="numeric">{delta(-rest.points_lost)}</span>
                  {previous_period && <Delta value={rest.change} />}
                </span>
              </li>
            )}
          </ul>
          {reasons.length === 0 && <p class="faint">No metric loses a point.</p>}
        </>
      )}
    </ReadPanel>
  )
}
