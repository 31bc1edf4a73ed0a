import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { identityOf } from '../../../../src/scoring/in-force.ts'
import { send, tagOf } from '../../../api/client.ts'
import type { ApiError } from '../../../api/errors.ts'
import { refresh, useRead } from '../../../api/queries.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Confirm } from '../../../parts/forms/confirm.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { useGo } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { about, type Change } from '../impact/use-preview.ts'
import type { Fields } from '../rule.ts'
import { subject, wordsOf } from '../types.ts'

const DRAFTS = '/api/config/drafts'
const NEW = 'new'

interface Props {
  type: RuleType
  fields: Fields
  onClose: () => void
}

/** Adds what the form says to a draft: a new one, or one that is not adopted yet. */
export function ToDraftDialog({ type, fields, onClose }: Props) {
  const go = useGo()
  const { role } = useMe()
  const drafts = useRead(DRAFTS, { query: { limit: 100 } })
  const open = (drafts.data?.data ?? []).filter(({ adopted_at }) => adopted_at === null)
  const [draft, setDraft] = useState(NEW)
  const [name, setName] = useState(`${wordsOf(type).name}: ${subject(identityOf(type, fields))}`)
  const change: Change = { type, op: 'put', fields }
  const adding = useMutation<number, ApiError>({
    mutationFn: () => (draft === NEW ? create(name, change) : addTo(Number(draft), change)),
    onSuccess(id: number) {
      refresh([DRAFTS])
      toast('Added to the draft.')
      onClose()
      go(`/rules/drafts/${id}`)
    },
  })
  return (
    <Confirm
      title="Add to a draft"
      open
      onClose={onClose}
      onConfirm={() => adding.mutate()}
      action="Add the change"
      of={adding}
    >
      <p>
        A draft changes nothing until it is adopted. It can be tried on past months first.{' '}
        {role === 'bod'
          ? 'Somebody else adopts it, or you alone, with a reason.'
          : 'Somebody else must adopt it.'}
      </p>
      {open.length > 0 && (
        <SelectField
          label="Draft"
          value={draft}
          onValue={setDraft}
          options={[
            [NEW, 'A new draft'],
            ...open.map(({ id, name }) => [String(id), name] as [string, string]),
          ]}
        />
      )}
      {draft === NEW && (
        <TextField
          label="Name of the draft"
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
