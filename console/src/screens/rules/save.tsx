import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dialog, say, useDeed } from '../../ui/dialog.tsx'
import { Dim } from '../../ui/dim.tsx'
import { plural } from '../../ui/format.ts'
import { changeDraft } from '../drafts/data.ts'
import { DraftName, lackOfName } from '../drafts/dialogs.tsx'
import {
  acceptOf,
  type Change,
  drafts,
  oneAt,
  type Rule,
  since,
  subjectOf,
  useWords,
  type Words,
} from './data.ts'

interface SaveDialogProps {
  rule: Rule
  version?: string
  change: Change
  /** What it does to the last month, in a sentence. */
  effect?: string
  onClose: () => void
}

/** Corrects a rule in all of its months, without a draft: a curve that was entered wrongly. */
export function SaveDialog({ rule, version, change: { type, fields }, effect, onClose }: SaveDialogProps) {
  const { periods } = useMe()
  const sent = useDeed(
    async (): Promise<void> => {
      const params = { path: { id: rule.id }, header: { 'If-Match': version } }
      await api.PUT(oneAt(type), { params, body: { ...fields, ...acceptOf(sent.error) } as never })
    },
    () => say('Saved. It changes months that are not final, at their next calculation.'),
  )
  return (
    <Dialog
      title="Correct the rule, without a draft"
      label={acceptOf(sent.error) ? 'Save it all the same' : 'Correct it in all its months'}
      sent={sent}
      onClose={onClose}
    >
      <Text>
        It is saved at once: it is not tried on past months, and nobody else approves it.{' '}
        {effect && <b>{effect}. </b>}
        It changes all months that are not final, {since(rule.effective_from, periods)}, at their next
        calculation.
      </Text>
    </Dialog>
  )
}

/** Puts a change into a new draft or into one that is not adopted yet. */
export function DraftDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const words = useWords()
  const navigate = useNavigate()
  const open = useQuery(drafts).data ?? []
  const { user } = useMe()
  // Whoever has begun a draft and was led here means that one.
  const begun = open.find(({ change_count, created_by }) => change_count === 0 && created_by === user.id)
  const [chosen, setInto] = useState<string>()
  const into = chosen ?? String(begun?.id ?? 'new')
  const { title } = subjectOf(change, words)
  const isRemoval = change.op === 'remove'
  const plain = isRemoval ? `${title} goes` : `${title}, changed`
  const [typed, setName] = useState<string>()
  const free = [plain, ...[2, 3, 4, 5].map((n) => `${plain} ${n}`)].find((one) => !lackOfName(one, open))
  const name = typed ?? free ?? plain
  const sent = useDeed(
    () => (into === 'new' ? make(name, change) : addTo(Number(into), change, words)),
    (id) => {
      say('Saved to the draft. Nothing counts before it is adopted.')
      return navigate({ to: '/rules/drafts/$id', params: { id: String(id) }, search: {} })
    },
  )
  return (
    <Dialog
      title={isRemoval ? `Remove the rule: ${title}` : 'Save to a draft'}
      label={isRemoval ? 'Put the removal into the draft' : 'Save to the draft'}
      sent={sent}
      lacks={into === 'new' && lackOfName(name, open)}
      onClose={onClose}
    >
      {open.length > 0 && (
        <Radio.Group value={into} onChange={setInto} label="Draft">
          <Stack gap="xs" mt="xs">
            <Radio value="new" label="A new one" />
            {open.map(({ id, name, change_count }) => (
              <Radio key={id} value={String(id)} label={name} description={plural(change_count, 'change')} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {into === 'new' && <DraftName value={name} onChange={setName} />}
      <Dim>
        {isRemoval && 'The rule ends once the draft is adopted. '}A draft changes no score. Try it on past
        months, then adopt it from a month that you choose.
      </Dim>
    </Dialog>
  )
}

const make = async (name: string, change: Change) =>
  (await api.POST('/api/config/drafts', { body: { name, changes: [change] } })).data?.id

/** A draft is sent whole: the change takes the place of an earlier one of the same rule. */
async function addTo(id: number, change: Change, words: Words) {
  const { data, response } = await api.GET('/api/config/drafts/{id}', { params: { path: { id } } })
  const { key } = subjectOf(change, words)
  const others = (data?.changes ?? []).filter((one) => subjectOf(one, words).key !== key)
  await changeDraft(id, response.headers.get('etag') ?? undefined, { changes: [...others, change] })
  return id
}
