import { useRead } from '../../../api/queries.ts'
import { delta } from '../../../logic/format.ts'
import { Delta } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { named } from '../../../words/metrics.ts'
import { words } from '../words.ts'
import type { Of } from './score-tab.tsx'

/** The service's reasons, worst first, each with what it changed since the month before. */
export function ReasonsPanel({ code, period }: Of) {
  const of = { path: { seller_code: code }, query: { period } }
  const read = useRead('/api/sos/sellers/{seller_code}/score/reasons', of)
  const page = `/sellers/${encodeURIComponent(code)}`
  return (
    <Panel
      title={words.reasons}
      source={{ path: '/api/sos/sellers/{seller_code}/score/reasons', request: of, csv: true }}
    >
      <Loaded of={read} height="12rem">
        {({ reasons, rest, previous_period }) => (
          <>
            {previous_period && <p class="faint small">{words.reasonsSince(previous_period)}</p>}
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
                  <span>{words.rest}</span>
                  <span class="reason-numbers">
                    <span class="numeric">{delta(-rest.points_lost)}</span>
                    {previous_period && <Delta value={rest.change} />}
                  </span>
                </li>
              )}
            </ul>
            {reasons.length === 0 && <p class="faint">{words.noReasons}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
