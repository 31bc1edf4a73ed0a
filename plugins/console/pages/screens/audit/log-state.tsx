import { asApiError } from '../../api/errors.ts'
import { useRead } from '../../api/queries.ts'
import { Checks } from '../../parts/checks.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { words } from './log-words.ts'

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
  const read = useRead('/api/audit/verify')
  return (
    <Panel title={words.audit} class={half ? 'half' : ''} source={{ path: '/api/audit/verify' }}>
      <Loaded of={read} height="9rem">
        {({ from, to, checks }) => {
          const failed = checks.filter(({ ok }) => ok === false)
          return (
            <div class="stack">
              {failed.length > 0 ? (
                <Checks label={words.failed} checks={failed} />
              ) : (
                <p>{checks.map(({ sentence }) => sentence).join(' ')}</p>
              )}
              <p class="faint small">{words.span(from, to)}</p>
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function ScoreLog() {
  const { time_zone } = useMe()
  const head = useRead('/api/transparency/checkpoint')
  const nightly = useRead('/api/transparency/audit')
  const isEmpty = asApiError(head.error ?? '').code === 'checkpoint_not_found'
  return (
    <Panel title={words.scores} class="half" source={{ path: '/api/transparency/audit' }}>
      <Loaded of={nightly} height="9rem">
        {({ checked_at, findings }) => (
          <dl class="facts">
            {head.data && (
              <>
                <dt>{words.size}</dt>
                <dd>{words.leaves(head.data.size)}</dd>
              </>
            )}
            <dt>{words.signed}</dt>
            <dd>{head.data ? words.at(head.data.created_at, time_zone) : isEmpty && words.noHead}</dd>
            <dt>{words.nightly}</dt>
            <dd>{checked_at ? words.at(checked_at, time_zone) : words.never}</dd>
            {checked_at && (
              <>
                <dt>{words.found}</dt>
                <dd>
                  {findings.length === 0 ? (
                    words.nothingFound
                  ) : (
                    <ul class="bare">
                      {findings.map(({ log, finding, sentence }) => (
                        <li key={`${log} ${finding}`} dir="auto">
                          {sentence}
                        </li>
                      ))}
                    </ul>
                  )}
                </dd>
              </>
            )}
          </dl>
        )}
      </Loaded>
    </Panel>
  )
}
