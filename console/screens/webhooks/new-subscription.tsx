import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { EVENT_TYPES, type EventType } from './event-types.ts'

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
  function send() {
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
    <Form of={creation} onSend={send} action="Subscribe" cancel={onCancel} disabled={chosen?.length === 0}>
      <TextField
        label="Address"
        hint="Where events are posted."
        type="url"
        required
        placeholder="https://"
        value={url}
        onValue={setUrl}
      />
      <TextField label="Name" value={name} maxLength={200} onValue={setName} />
      <EventChoice chosen={chosen} onChange={setChosen} />
      <details class="stack">
        <summary>More settings</summary>
        <TextField
          label="Only about these sellers"
          hint="Codes with commas between; empty for all."
          value={sellers}
          onValue={setSellers}
        />
        <TextField
          label="Secret of your own"
          hint="Empty: one is made, and shown once."
          type="password"
          autocomplete="off"
          value={secret}
          onValue={setSecret}
        />
      </details>
    </Form>
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
      <legend class="label">Events</legend>
      <div class="row">
        <label class="row">
          <input type="radio" name="events" checked={chosen === null} onChange={() => onChange(null)} />
          All events
        </label>
        <label class="row">
          <input type="radio" name="events" checked={chosen !== null} onChange={() => onChange([])} />
          Only these
        </label>
      </div>
      {chosen && (
        <div class="choices">
          {EVENT_TYPES.map((type) => (
            <Checkbox key={type} checked={chosen.includes(type)} onValue={() => toggle(type)}>
              <span class="mono">{type}</span>
            </Checkbox>
          ))}
        </div>
      )}
      {chosen?.length === 0 && <p class="hint">Choose one event at least.</p>}
    </fieldset>
  )
}
