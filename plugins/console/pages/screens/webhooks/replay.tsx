import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { useSend } from '../../api/queries.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { words } from './words.ts'

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
      toast(words.replayed(events))
      onDone()
    },
  })
  const isCounted = settled === JSON.stringify(range) && counted.data !== undefined
  const events = counted.data?.events ?? 0
  function submit(event: Event) {
    event.preventDefault()
    if (isCounted && events > 0) replay.mutate({ path: { id }, body: { ...range, dry_run: false } })
  }
  return (
    <form class="stack" onSubmit={submit}>
      <p>{words.replayText}</p>
      <div class="columns">
        <TextField
          type="datetime-local"
          required
          label={words.from}
          hint={words.yourTime}
          value={since}
          onValue={setSince}
        />
        <TextField
          type="datetime-local"
          label={words.until}
          hint={words.untilHint}
          value={until}
          onValue={setUntil}
        />
      </div>
      <SelectField
        label={words.eventType}
        value={type}
        onValue={setType}
        options={[['', words.anyType], ...EVENT_TYPES.map((one): [string, string] => [one, one])]}
      />
      <label class="row">
        <input type="checkbox" checked={onlyFailed} onChange={() => setOnlyFailed(!onlyFailed)} />
        {words.onlyFailed}
      </label>
      {counted.error ? (
        <Problem error={counted.error} />
      ) : (
        <p role="status">
          <strong>{isCounted ? words.wouldReplay(events) : words.counting}</strong>
        </p>
      )}
      {replay.error && <Problem error={replay.error} />}
      <FormActions
        action={isCounted ? words.doReplay(events) : words.counting}
        onCancel={onDone}
        busy={replay.isPending}
        disabled={!isCounted || events === 0}
      />
    </form>
  )
}

/** A moment as the field has it: in the time of the device. */
const localOf = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

function instantOf(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
