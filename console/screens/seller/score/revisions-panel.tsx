import { useAsk } from '../../../api/ask.ts'
import { useRead } from '../../../api/queries.ts'
import { moment, score } from '../../../logic/format.ts'
import type { Explanation } from '../../../logic/seller/waterfall.ts'
import { Delta } from '../../../parts/badges.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { TableHead } from '../../../parts/table-head.tsx'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import type { Of } from './score-tab.tsx'

/** What the score was before it was revised, beside what it is. */
export function RevisionsPanel({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { time_zone, current_period } = useMe()
  const isRunning = period === current_period
  const { revision, calculated_at } = explanation
  const of = { path: { seller_code: code }, query: { period, revision: Math.max(1, revision - 1) } }
  const before = useRead('/api/sos/sellers/{seller_code}/score/explanation', of, { enabled: revision > 1 })
  const live = useAsk(
    '/api/sos/sellers/{seller_code}/score/what-if',
    { path: { seller_code: code }, body: { period, basis: 'as_is' } },
    { enabled: isRunning },
  )
  return (
    <Panel title="Revisions">
      {revision === 1 ? (
        <p class="faint">{`Revision 1, calculated ${moment(calculated_at, time_zone)}. Nothing has revised it.`}</p>
      ) : (
        <Loaded of={before} height="10rem">
          {(old) => (
            <div class="stack">
              <table class="table compact">
                <TableHead
                  of={[
                    'Score',
                    [`Revision ${old.revision}`, 'numeric'],
                    [`Revision ${revision} now`, 'numeric'],
                    ['Change', 'numeric'],
                  ]}
                />
                <tbody>
                  {COMPONENTS.map((name) => (
                    <Row
                      key={name}
                      name={nameOf(name)}
                      before={old.components[name].raw}
                      now={explanation.components[name].raw}
                    />
                  ))}
                  <Row name="Total" before={old.total_sos} now={explanation.total_sos} />
                </tbody>
              </table>
              {explanation.appeal && <p dir="auto">{explanation.appeal.sentence}</p>}
            </div>
          )}
        </Loaded>
      )}
      {isRunning && live.data && (
        <p>{`With the facts of this moment it would be ${score(live.data.before.total_sos)}, ${live.data.before.tier}.`}</p>
      )}
    </Panel>
  )
}

const Row = ({ name, before, now }: { name: string; before: number; now: number }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="numeric">{score(before)}</td>
    <td class="numeric">{score(now)}</td>
    <td class="numeric">{before === now ? '' : <Delta value={now - before} />}</td>
  </tr>
)
