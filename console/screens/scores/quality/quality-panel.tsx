import { useRead } from '../../../api/queries.ts'
import { count, moment, month, plural } from '../../../logic/format.ts'
import { countsOf, type Quality } from '../../../logic/quality.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ASKED_A_FAULT } from '../../../service.ts'
import { CheckList } from './check-list.tsx'
import { checkName, RESULTS, words } from './check-names.ts'

const PATH = '/api/sos/monthly/quality'

/** How complete the data of a month look: what blocks, what warns, and over what it was finalized. */
export function QualityPanel({ period }: { period: string }) {
  const request = { query: { period } }
  const read = useRead(PATH, request)
  return (
    <Panel
      title={`Completeness of ${month(period)}`}
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
      {warns > 0 && <Badge tone="warn">{plural(warns, 'warning', 'warnings')}</Badge>}
      {quality.result === 'pass' && <Badge tone="good">Complete</Badge>}
    </>
  )
}

function Found({ quality }: { quality: Quality }) {
  const { current_period } = useMe()
  const { period, checks, faults, finalizes } = quality
  return (
    <>
      {checks.length === 0 ? (
        <p class="row nowrap">
          <Icon name="check" />
          {period >= current_period
            ? 'Nothing is missing so far. The rest is judged when the month is over.'
            : 'Nothing is missing.'}
        </p>
      ) : (
        <>
          <CheckList checks={checks} />
          {countsOf(quality).blocks > 0 && (
            <p class="faint small">
              A month is not finalized until everything that blocks is put right, or accepted with a reason.
            </p>
          )}
        </>
      )}
      {faults.length > 0 && <Faults faults={faults} />}
      {finalizes.length > 0 && <Kept finalizes={finalizes} />}
    </>
  )
}

/** How much of what went wrong names no fault, beside the month before. */
const Faults = ({ faults }: { faults: Quality['faults'] }) => (
  <details>
    <summary>Whose fault it was</summary>
    <ul class="bare">
      {faults.map(({ feed, went_wrong, unnamed, percent, before }) => (
        <li key={feed}>
          {`${count(unnamed)} of ${count(went_wrong)} ${ASKED_A_FAULT[feed]} name no fault (${percent} %; the month before ${before ? `${before.percent} %` : '–'}).`}
        </li>
      ))}
    </ul>
  </details>
)

/** What was known when scores of the month were finalized. */
function Kept({ finalizes }: { finalizes: Quality['finalizes'] }) {
  const { time_zone } = useMe()
  return (
    <details>
      <summary>When it was finalized</summary>
      <ul class="bare">
        {finalizes.map(({ at, user_id, score_id, result, accepted, notes }) => {
          const who = user_id === null ? 'by the service' : `by user ${user_id}`
          const what = score_id === null ? 'The month' : 'One score'
          const over = accepted.length > 0 && `accepted: ${accepted.map(checkName).join('; ')}`
          return (
            <li key={`${at} ${score_id}`}>
              {`${what}, ${moment(at, time_zone)}, ${who}`}:{' '}
              {[RESULTS[result], over].filter(Boolean).join(', ')}.{' '}
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
