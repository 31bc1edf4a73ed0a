import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { identityOf } from '../../../../../../src/scoring/in-force.ts'
import { send, tagOf } from '../../../api/client.ts'
import { asApiError } from '../../../api/errors.ts'
import { refresh, useRead } from '../../../api/queries.ts'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { Confirm } from '../../../parts/confirm.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { useGo } from '../../../parts/link.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { about, type Change } from '../impact/use-preview.ts'
import type { Fields } from '../rule.ts'
import { subject, TYPES } from '../words.ts'
import { words } from './dialog-words.ts'

const DRAFTS = '/api/config/drafts'
const NEW = 'new'

/** Adds what the form says to a draft: a new one, or one that is not adopted yet. */
export function ToDraftDialog({
  type,
  fields,
  onClose,
}: {
  type: RuleType
  fields: Fields
  onClose: () => void
}) {
  const go = useGo()
  const client = useQueryClient()
  const drafts = useRead(DRAFTS, { query: { limit: 100 } })
  const open = (drafts.data?.data ?? []).filter(({ adopted_at }) => adopted_at === null)
  const [draft, setDraft] = useState(NEW)
  const [name, setName] = useState(`${TYPES[type]}: ${subject(identityOf(type, fields))}`)
  const change: Change = { type, op: 'put', fields }
  const adding = useMutation({
    mutationFn: () => (draft === NEW ? create(name, change) : addTo(Number(draft), change)),
    onSuccess(id: number) {
      refresh(client, [DRAFTS])
      toast(words.added)
      onClose()
      go(`/rules/drafts/${id}`)
    },
  })
  return (
    <Confirm
      title={words.draft}
      open
      onClose={onClose}
      onConfirm={() => adding.mutate()}
      action={words.addToDraft}
      busy={adding.isPending}
      error={adding.error ? asApiError(adding.error) : null}
    >
      <p>{words.draftText}</p>
      {open.length > 0 && (
        <SelectField
          label={words.whichDraft}
          value={draft}
          onValue={setDraft}
          options={[
            [NEW, words.newDraft],
            ...open.map(({ id, name }) => [String(id), name] as [string, string]),
          ]}
        />
      )}
      {draft === NEW && (
        <TextField
          label={words.draftName}
          value={name}
          onValue={setName}
          maxLength={80}
          required
          dir="auto"
        />
      )}
    </Confirm>
  )
}

async function create(name: string, change: Change): Promise<number> {
  const { id } = await send('POST', DRAFTS, { body: { name, changes: [change] } })
  return id
}

/** A draft has one change of each record: this one stands in for one that is there. */
async function addTo(id: number, change: Change): Promise<number> {
  const draft = await send('GET', `${DRAFTS}/{id}`, { path: { id } })
  const changes = [...(draft.changes as Change[]).filter((one) => !isSameRecord(one, change)), change]
  await send('PUT', `${DRAFTS}/{id}`, { path: { id }, body: { changes }, ifMatch: tagOf(draft) })
  return id
}

const isSameRecord = (one: Change, other: Change) => one.type === other.type && about(one) === about(other)
