import { useAsk } from '../../../api/ask.ts'
import { useRead } from '../../../api/queries.ts'
import { moment, score } from '../../../logic/format.ts'
import type { Explanation } from '../../../logic/waterfall.ts'
import { Delta } from '../../../parts/badges.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import { wordsOf } from '../../../words/words.ts'
import type { Of } from './score-tab.tsx'

const words = wordsOf({
  title: 'Revisions',
  live: (total: string, tier: string) => `With the facts of this moment it would be ${total}, ${tier}.`,
  one: (when: string) => `Revision 1, calculated ${when}. Nothing has revised it.`,
  now: (revision: number) => `Revision ${revision} now`,
  before: (revision: number) => `Revision ${revision}`,
  what: 'Score',
  total: 'Total',
  change: 'Change',
})

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
    <Panel title={words.title}>
      {revision === 1 ? (
        <p class="faint">{words.one(moment(calculated_at, time_zone))}</p>
      ) : (
        <Loaded of={before} height="10rem">
          {(old) => (
            <div class="stack">
              <table class="table compact">
                <thead>
                  <tr>
                    <th scope="col">{words.what}</th>
                    <th scope="col" class="numeric">
                      {words.before(old.revision)}
                    </th>
                    <th scope="col" class="numeric">
                      {words.now(revision)}
                    </th>
                    <th scope="col" class="numeric">
                      {words.change}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {COMPONENTS.map((name) => (
                    <Row
                      key={name}
                      name={nameOf(name)}
                      before={old.components[name].raw}
                      now={explanation.components[name].raw}
                    />
                  ))}
                  <Row name={words.total} before={old.total_sos} now={explanation.total_sos} />
                </tbody>
              </table>
              {explanation.appeal && <p dir="auto">{explanation.appeal.sentence}</p>}
            </div>
          )}
        </Loaded>
      )}
      {isRunning && live.data && (
        <p>{words.live(score(live.data.before.total_sos), live.data.before.tier)}</p>
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
