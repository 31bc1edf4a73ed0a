import { identityOf, inForce } from '../../../../../../src/scoring/in-force.ts'
import { send, tagOf } from '../../../api/client.ts'
import { queries, refresh, useSend } from '../../../api/queries.ts'
import { Link } from '../../../parts/link.tsx'
import { Empty } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { about, type Change } from '../impact/use-preview.ts'
import { RuleDiff } from '../record/rule-diff.tsx'
import { ownFields } from '../rule.ts'
import { useRecords } from '../use-records.ts'
import { subject, TYPES } from '../words.ts'
import { DRAFT, type Draft } from './draft-reads.ts'
import { words } from './words.ts'

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
              refresh(queries, ['/api/config/drafts']),
            )
          toast(words.takenOut, { undo })
        },
      },
    )
  }
  return (
    <Panel title={words.changes} source={{ path: DRAFT, request: { path } }}>
      {saving.error && <Problem error={saving.error} />}
      {draft.changes.length === 0 ? (
        <Empty title={words.noChanges}>
          <p>{words.noneText}</p>
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
  const title = `${TYPES[type]}: ${subject(about(change))}`
  return (
    <section class="change">
      <header class="row spread">
        <h3 dir="auto">{present ? <Link to={`/rules/${type}/${present.id}`}>{title}</Link> : title}</h3>
        {onTakeOut && (
          <button
            type="button"
            class="button small"
            aria-label={words.removeChange(title)}
            onClick={onTakeOut}
          >
            {words.takeOut}
          </button>
        )}
      </header>
      {op === 'remove' ? (
        <p>{words.ends}</p>
      ) : (
        data && (
          <>
            {!present && <p class="faint">{words.isNew}</p>}
            <RuleDiff
              type={type}
              before={present ? ownFields(present) : null}
              after={fields}
              heads={[words.now, words.inDraft]}
              caption={title}
            />
          </>
        )
      )}
    </section>
  )
}
