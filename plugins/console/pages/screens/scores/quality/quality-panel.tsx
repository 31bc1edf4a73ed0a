import { useRead } from '../../../api/queries.ts'
import { moment, month } from '../../../logic/format.ts'
import { countsOf, type Quality } from '../../../logic/quality.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { CheckList } from './check-list.tsx'
import { checkName, RESULTS, words } from './words.ts'

const PATH = '/api/sos/monthly/quality'

/** How complete the data of a month look: what blocks, what warns, and over what it was finalized. */
export function QualityPanel({ period }: { period: string }) {
  const request = { query: { period } }
  const read = useRead(PATH, request)
  return (
    <Panel
      title={words.title(month(period))}
      class="quality"
      source={{ path: PATH, request }}
      aside={read.data && <Result quality={read.data} />}
    >
      <Loaded of={read} height="1.5rem">
        {(quality) => <Found quality={quality} />}
      </Loaded>
    </Panel>
  )
}

const Result = ({ quality }: { quality: Quality }) => {
  const { blocks, warns } = countsOf(quality)
  return (
    <>
      {blocks > 0 && <Badge tone="bad">{words.blocks(blocks)}</Badge>}
      {warns > 0 && <Badge tone="warn">{words.warns(warns)}</Badge>}
      {quality.result === 'pass' && <Badge tone="good">{words.complete}</Badge>}
    </>
  )
}

function Found({ quality }: { quality: Quality }) {
  const { current_period } = useMe()
  const { period, checks, gate, finalizes } = quality
  return (
    <>
      {checks.length === 0 ? (
        <p class="row nowrap">
          <Icon name="check" />
          {period >= current_period ? words.soFar : words.nothing}
        </p>
      ) : (
        <>
          <CheckList checks={checks} />
          {gate === 'block' && <p class="faint small">{words.gateBlock}</p>}
        </>
      )}
      {finalizes.length > 0 && <Kept finalizes={finalizes} />}
    </>
  )
}

/** What was known when scores of the month were finalized. */
function Kept({ finalizes }: { finalizes: Quality['finalizes'] }) {
  const { time_zone } = useMe()
  return (
    <details>
      <summary>{words.kept}</summary>
      <ul class="bare">
        {finalizes.map(({ at, user_id, score_id, result, accepted, notes }) => {
          const who = user_id === null ? words.byNobody : words.byUser(user_id)
          const what = score_id === null ? words.keptMonth : words.keptOne
          const over = accepted.length > 0 && words.accepted(accepted.map(checkName).join('; '))
          return (
            <li key={`${at} ${score_id}`}>
              {what(moment(at, time_zone), who)}: {[RESULTS[result], over].filter(Boolean).join(', ')}.{' '}
              {notes && (
                <q class="said" dir="auto">
                  {notes}
                </q>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
