import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso/router'
import { tagOf } from '../../../api/client.ts'
import { useRead } from '../../../api/queries.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Opener } from '../../../parts/button.tsx'
import { ConfirmSend } from '../../../parts/forms/confirm.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { NotFound } from '../../../parts/not-found.tsx'
import { Page } from '../../../parts/page.tsx'
import { isRuleType, type RuleRecord, recordPath } from '../rule.ts'
import { titleOf, wordsOf } from '../types.ts'
import { Editor } from './editor.tsx'
import { Versions } from './versions.tsx'

/** A record of the rules: edited with its preview beside it, and all its versions. */
export default function RecordPage() {
  const { params } = useRoute()
  const { type = '', id = '' } = params
  const known = isRuleType(type) && /^[1-9]\d{0,9}$/.test(id)
  const read = useRead(recordPath(known ? type : 'tiers'), { path: { id: Number(id) } }, { enabled: known })
  if (!known) return <NotFound />
  const record = read.data as unknown as RuleRecord | undefined
  return (
    <Page
      title={record ? titleOf(type, record) : wordsOf(type).name}
      above={
        <>
          <Link to="/rules">Rules</Link>
          <span aria-hidden="true">/</span>
          <Link to={`/rules/${type}`}>{wordsOf(type).name}</Link>
        </>
      }
      actions={record && <RecordMenu type={type} record={record} />}
    >
      <Loaded of={read} height="36rem">
        {() =>
          record && (
            <>
              <Editor
                key={`${type} ${id}`}
                type={type}
                record={record}
                onReload={() => read.refetch().then(({ data }) => data as unknown as RuleRecord | undefined)}
              />
              <Versions type={type} record={record} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** What is done with a record as a whole. */
function RecordMenu({ type, record }: { type: RuleType; record: RuleRecord }) {
  const { may } = useMe()
  const [asking, ask] = useState(false)
  return (
    <>
      {may('audit.read') && (
        <Link class="button" to={`/audit?entity=config&id=${record.id}`}>
          Changes in the audit log
        </Link>
      )}
      {may('config.write') && record.is_active && (
        <Opener onClick={() => ask(true)}>Delete the record</Opener>
      )}
      {asking && <RemoveDialog type={type} record={record} onClose={() => ask(false)} />}
    </>
  )
}

interface Props {
  type: RuleType
  record: RuleRecord
  onClose: () => void
}

/** Deletes a record, for good: the service brings none back. */
function RemoveDialog({ type, record, onClose }: Props) {
  const name = titleOf(type, record)
  return (
    <ConfirmSend
      method="DELETE"
      path={recordPath(type)}
      request={{ path: { id: record.id }, ifMatch: tagOf(record) }}
      changes={['/api/config']}
      said="The record is deleted."
      title={`Delete ${name} (${wordsOf(type).name})?`}
      action="Delete the record"
      typed={name}
      danger
      onClose={onClose}
    >
      <p>
        This is live at once and can not be undone. An older record of its kind counts again from its first
        month on; without one, none counts. Scores that were made with it stay.
      </p>
    </ConfirmSend>
  )
}
