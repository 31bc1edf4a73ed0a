import { identityOf, inForce } from '../../../../src/scoring/in-force.ts'
import { send, tagOf } from '../../../api/client.ts'
import { refresh, useSend } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { about, type Change } from '../impact/use-preview.ts'
import { RuleDiff } from '../record/rule-diff.tsx'
import { ownFields } from '../rule.ts'
import { subject, wordsOf } from '../types.ts'
import { useRecords } from '../use-records.ts'
import { DRAFT, type Draft, HOW_TO_DRAFT } from './draft-reads.ts'

/** What a draft changes, each change against the rules of the running month. */
export function DraftChanges({ draft }: { draft: Draft }) {
  const { may } = useMe()
  const mayChange = may('drafts.write') && draft.adopted_at === null
  const path = { id: draft.id }
  const saving = useSend('PUT', DRAFT, { changes: ['/api/config/drafts'] })
  function takeOut(change: Change) {
    const changes = draft.changes.filter((one) => one !== change)
    saving.mutate(
      { path, body: { changes }, ifMatch: tagOf(draft) },
      {
        onSuccess(answer) {
          const undo = () =>
            send('PUT', DRAFT, { path, body: { changes: draft.changes }, ifMatch: tagOf(answer) }).then(() =>
              refresh(['/api/config/drafts']),
            )
          toast('Taken out of the draft.', { undo })
        },
      },
    )
  }
  return (
    <Panel title="Changes" source={{ path: DRAFT, request: { path } }}>
      {saving.error && <Problem error={saving.error} />}
      {draft.changes.length === 0 ? (
        <Empty title="This draft changes nothing yet">
          <p>{HOW_TO_DRAFT}</p>
        </Empty>
      ) : (
        draft.changes.map((change) => (
          <OneChange
            key={`${change.type} ${about(change)}`}
            change={change}
            onTakeOut={mayChange ? () => takeOut(change) : undefined}
          />
        ))
      )}
    </Panel>
  )
}

function OneChange({ change, onTakeOut }: { change: Change; onTakeOut?: () => void }) {
  const { current_period } = useMe()
  const { type, op, fields } = change
  const { data } = useRecords(type)
  const present =
    data && inForce(type, data, current_period).find((one) => identityOf(type, one) === about(change))
  const title = `${wordsOf(type).name}: ${subject(about(change))}`
  return (
    <section class="change">
      <header class="row spread">
        <h3 dir="auto">{present ? <Link to={`/rules/${type}/${present.id}`}>{title}</Link> : title}</h3>
        {onTakeOut && (
          <Button class="small" aria-label={`Take out: ${title}`} onClick={onTakeOut}>
            Take out
          </Button>
        )}
      </header>
      {op === 'remove' ? (
        <p>Ends: no record of it counts any more.</p>
      ) : (
        data && (
          <>
            {!present && <p class="faint">New: there is no record of it now.</p>}
            <RuleDiff
              type={type}
              before={present ? ownFields(present) : null}
              after={fields}
              heads={['Now', 'In the draft']}
              caption={title}
            />
          </>
        )
      )}
    </section>
  )
}
