import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { type Change, drafts } from './data.ts'

/** Puts a change into a new draft or into one that is not adopted yet. */
export function DraftDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const open = useQuery(drafts).data?.data.filter(({ adopted_at }) => adopted_at === null) ?? []
  const [into, setInto] = useState('new')
  const [name, setName] = useState(`${nameOf(change.fields.metric)}, another curve`)
  const sent = useMutation({
    mutationFn: () =>
      into === 'new'
        ? api.POST('/api/config/drafts', { body: { name, changes: [change] } })
        : addTo(Number(into), change),
    onSuccess: async () => {
      await refresh()
      notifications.show({
        color: 'green',
        message: 'Saved to the draft. Nothing is in force until somebody adopts it.',
      })
      onClose()
    },
  })
  return (
    <Dialog
      title="Save to a draft"
      label="Save"
      sent={sent}
      lacks={name.trim() ? undefined : 'Give it a name.'}
      onSubmit={sent.mutate}
      onClose={onClose}
    >
      <Radio.Group value={into} onChange={setInto} label="Draft">
        <Stack gap="xs" mt="xs">
          <Radio value="new" label="A new one" />
          {open.map(({ id, name, change_count }) => (
            <Radio key={id} value={String(id)} label={name} description={plural(change_count, 'change')} />
          ))}
        </Stack>
      </Radio.Group>
      {into === 'new' && (
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={80}
          data-autofocus
        />
      )}
      <Text size="sm" c="dimmed">
        A draft changes no score. It is tried on past months, then adopted from a month on.
      </Text>
    </Dialog>
  )
}

/** A draft is sent whole: the change takes the place of an earlier one of the same metric. */
async function addTo(id: number, change: Change) {
  const { data, response } = await api.GET('/api/config/drafts/{id}', { params: { path: { id } } })
  const others = (data?.changes ?? []).filter(
    ({ type, fields }) => type !== change.type || fields?.metric !== change.fields.metric,
  )
  const header = { 'If-Match': response.headers.get('etag') ?? undefined }
  return api.PUT('/api/config/drafts/{id}', {
    params: { path: { id }, header },
    body: { changes: [...others, change] },
  })
}
