import { Checkbox, Group, MultiSelect, Text } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { $api, api, refresh } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { Fields } from '../../records/fields.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Trouble } from '../../ui/trouble.tsx'

type Body = Schemas['ReplayWebhookBody']

/** Delivers past events again: which ones is asked first, and how many they are is said before it is done. */
export function ReplayDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [since, setSince] = useState<string | null>(null)
  const [until, setUntil] = useState<string | null>(null)
  const [types, setTypes] = useState<string[]>([])
  const [only_failed, setOnlyFailed] = useState(true)
  const body: Body = {
    since: since ? new Date(since).toISOString() : '',
    ...(until && { until: new Date(until).toISOString() }),
    ...(types.length > 0 && { event_types: types as Body['event_types'] }),
    only_failed,
  }
  const counted = useQuery({
    queryKey: ['replay', id, body],
    enabled: since !== null,
    staleTime: 0,
    queryFn: async () => {
      const sent = { params: { path: { id } }, body: { ...body, dry_run: true } }
      return (await api.POST('/api/webhooks/{id}/replay', sent)).data?.events ?? 0
    },
  })
  const sent = $api.useMutation('post', '/api/webhooks/{id}/replay', {
    onSuccess: async ({ events }) => {
      await refresh()
      notifications.show({ color: 'green', message: `${plural(events, 'event')} delivered again.` })
      onClose()
    },
  })
  const events = counted.data
  const lacks =
    since === null
      ? 'Say from when.'
      : events === undefined
        ? 'Counting…'
        : events === 0
          ? 'No event fits.'
          : undefined
  return (
    <Dialog
      title="Replay"
      label={events ? `Deliver ${plural(events, 'event')}` : 'Deliver'}
      sent={sent}
      lacks={counted.error ? 'It can’t be counted.' : lacks}
      onSubmit={() => sent.mutate({ params: { path: { id } }, body })}
      onClose={onClose}
    >
      <Text>
        Events of this time go to the subscriber again, each as it was: a receiver that keeps what it knows is
        not misled.
      </Text>
      <Group grow align="flex-start">
        <DateTimePicker
          label="From"
          value={since}
          onChange={setSince}
          valueFormat="D MMM YYYY HH:mm"
          data-autofocus
        />
        <DateTimePicker
          label="Until"
          placeholder="Now"
          value={until}
          onChange={setUntil}
          valueFormat="D MMM YYYY HH:mm"
          clearable
        />
      </Group>
      <Fields body="ReplayWebhookBody" asks={['event_types']}>
        {([field]) => (
          <MultiSelect
            label="Which events"
            placeholder={types.length ? undefined : 'All'}
            data={field?.items?.enum?.map((value) => ({ value, label: nameOf(value) }))}
            value={types}
            onChange={setTypes}
            searchable
          />
        )}
      </Fields>
      <Checkbox
        label="Only those that never arrived"
        checked={only_failed}
        onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
      />
      {counted.error && <Trouble error={counted.error} />}
    </Dialog>
  )
}
