import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { TextField } from '../../parts/field.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Problem } from '../../parts/problem.tsx'
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { words } from './words.ts'

interface Props {
  onMade: (answer: { id: number; secret: string }) => void
  onCancel: () => void
}

/** The form of a new subscription. */
export function NewSubscription({ onMade, onCancel }: Props) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<EventType[] | null>(null)
  const [sellers, setSellers] = useState('')
  const [secret, setSecret] = useState('')
  const creation = useSend('POST', '/api/webhooks', { changes: ['/api/webhooks'], onDone: onMade })
  function submit(event: Event) {
    event.preventDefault()
    const codes = sellers.split(/[\s,;]+/).filter((code) => code !== '')
    creation.mutate({
      body: {
        url: url.trim(),
        name: name.trim() || null,
        events: chosen ?? ['*'],
        seller_codes: codes.length > 0 ? codes : null,
        ...(secret ? { secret } : {}),
      },
    })
  }
  return (
    <form class="stack" onSubmit={submit}>
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        required
        placeholder="https://"
        value={url}
        onValue={setUrl}
      />
      <TextField label={words.name} value={name} maxLength={200} onValue={setName} />
      <EventChoice chosen={chosen} onChange={setChosen} />
      <details class="stack">
        <summary>{words.more}</summary>
        <TextField label={words.sellersOnly} hint={words.sellersHint} value={sellers} onValue={setSellers} />
        <TextField
          label={words.ownSecret}
          hint={words.ownSecretHint}
          type="password"
          autocomplete="off"
          value={secret}
          onValue={setSecret}
        />
      </details>
      {creation.error && <Problem error={creation.error} />}
      <FormActions
        action={words.create}
        onCancel={onCancel}
        busy={creation.isPending}
        disabled={chosen?.length === 0}
      />
    </form>
  )
}

interface ChoiceProps {
  /** null: all. */
  chosen: EventType[] | null
  onChange: (chosen: EventType[] | null) => void
}

function EventChoice({ chosen, onChange }: ChoiceProps) {
  const toggle = (type: EventType) =>
    onChange(chosen?.includes(type) ? chosen.filter((one) => one !== type) : [...(chosen ?? []), type])
  return (
    <fieldset class="fieldset">
      <legend class="label">{words.events}</legend>
      <div class="row">
        <label class="row">
          <input type="radio" name="events" checked={chosen === null} onChange={() => onChange(null)} />
          {words.allEvents}
        </label>
        <label class="row">
          <input type="radio" name="events" checked={chosen !== null} onChange={() => onChange([])} />
          {words.these}
        </label>
      </div>
      {chosen && (
        <div class="choices">
          {EVENT_TYPES.map((type) => (
            <label key={type} class="row">
              <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
              <span class="mono">{type}</span>
            </label>
          ))}
        </div>
      )}
      {chosen?.length === 0 && <p class="hint">{words.noneChosen}</p>}
    </fieldset>
  )
}
