import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { useSend } from '../../api/queries.ts'
import { plural } from '../../logic/format.ts'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { ANY_TYPE, type EventType } from './event-types.ts'

const DAY_MS = 86_400_000

/** Delivers past events again; how many is counted before. */
export function Replay({ id, onDone }: { id: number; onDone: () => void }) {
  const [since, setSince] = useState(() => localOf(new Date(Date.now() - DAY_MS)))
  const [until, setUntil] = useState('')
  const [type, setType] = useState('')
  const [onlyFailed, setOnlyFailed] = useState(false)
  const range = {
    since: instantOf(since) ?? '',
    until: instantOf(until),
    event_types: type ? [type as EventType] : undefined,
    only_failed: onlyFailed,
  }
  const settled = useSettled(JSON.stringify(range), 300)
  const counted = useQuery({
    queryKey: ['replay-count', id, settled],
    enabled: range.since !== '',
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) =>
      send('POST', '/api/webhooks/{id}/replay', {
        path: { id },
        body: { ...(JSON.parse(settled) as typeof range), dry_run: true },
        signal,
      }),
  })
  const replay = useSend('POST', '/api/webhooks/{id}/replay', {
    changes: ['/api/webhooks'],
    onDone: ({ events }) => {
      toast(`${plural(events, 'event', 'events')} are being delivered again.`)
      onDone()
    },
  })
  const isCounted = settled === JSON.stringify(range) && counted.data !== undefined
  const events = counted.data?.events ?? 0
  return (
    <Form
      of={replay}
      onSend={() => replay.mutate({ path: { id }, body: { ...range, dry_run: false } })}
      action={isCounted ? `Deliver ${plural(events, 'event', 'events')}` : 'Counting'}
      cancel={onDone}
      disabled={!isCounted || events === 0}
    >
      <p>
        Events of this time that the subscription wants go out again, each with the id it always had, so that
        the receiver can tell what it knows.
      </p>
      <div class="columns">
        <TextField
          type="datetime-local"
          required
          label="From"
          hint="In the time of this device"
          value={since}
          onValue={setSince}
        />
        <TextField type="datetime-local" label="Until" hint="Empty: now" value={until} onValue={setUntil} />
      </div>
      <SelectField label="Type of event" value={type} onValue={setType} options={ANY_TYPE} />
      <Checkbox checked={onlyFailed} onValue={() => setOnlyFailed(!onlyFailed)}>
        Only those whose attempts have all failed
      </Checkbox>
      {counted.error ? (
        <Problem error={counted.error} />
      ) : (
        <p role="status">
          <strong>
            {isCounted ? `${plural(events, 'event', 'events')} will be delivered again.` : 'Counting'}
          </strong>
        </p>
      )}
    </Form>
  )
}

/** A moment as the field has it: in the time of the device. */
const localOf = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

function instantOf(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
