import { asApiError } from '../../api/errors.ts'
import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, moment, plural } from '../../logic/format.ts'
import { Checks } from '../../parts/checks.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useMe } from '../../parts/me.ts'
import { ReadPanel } from '../../parts/read-panel.tsx'

/** Whether rows of the audit log, and final scores, are what they were when they were written. */
export function LogState() {
  const { may } = useMe()
  const mayScores = may('model.read')
  return (
    <div class="grid">
      <AuditLog half={mayScores} />
      {mayScores && <ScoreLog />}
    </div>
  )
}

function AuditLog({ half }: { half: boolean }) {
  return (
    <ReadPanel title="The audit log" class={half ? 'half' : ''} path="/api/audit/verify" height="9rem">
      {({ from, to, checks }) => {
        const failed = checks.filter(({ ok }) => ok === false)
        return (
          <div class="stack">
            {failed.length > 0 ? (
              <Checks label="What is not as it was written" checks={failed} />
            ) : (
              <p>{checks.map(({ sentence }) => sentence).join(' ')}</p>
            )}
            <p class="faint small">{`Rows ${count(from)} to ${count(to)}; older ones are checked every night.`}</p>
          </div>
        )
      }}
    </ReadPanel>
  )
}

function ScoreLog() {
  const { time_zone } = useMe()
  const head = useRead('/api/transparency/checkpoint')
  const isEmpty = asApiError(head.error ?? '').code === 'checkpoint_not_found'
  return (
    <ReadPanel title="The log of final scores" class="half" path="/api/transparency/audit" height="9rem">
      {({ checked_at, findings }) => (
        <Facts
          of={[
            head.data && ['Size', plural(head.data.size, 'final score', 'final scores')],
            [
              'Signed',
              head.data ? moment(head.data.created_at, time_zone) : isEmpty && 'Nothing is signed yet.',
            ],
            ['Checked', checked_at ? moment(checked_at, time_zone) : 'Not yet: it is checked every night.'],
            checked_at && ['Found', <Findings findings={findings} />],
          ]}
        />
      )}
    </ReadPanel>
  )
}

type Finding = Answer<'GET', '/api/transparency/audit'>['findings'][number]

function Findings({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return <>Nothing: everything is as the logs say.</>
  return (
    <ul class="bare">
      {findings.map(({ log, finding, sentence }) => (
        <li key={`${log} ${finding}`} dir="auto">
          {sentence}
        </li>
      ))}
    </ul>
  )
}
