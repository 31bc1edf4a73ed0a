import { useState } from 'preact/hooks'
import { tagOf } from '../../api/client.ts'
import { useSend } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { useWarehouses } from '../../parts/choices.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../parts/field.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { JsonDiff } from '../../parts/json-diff.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { KIND, KINDS, type Kind, words } from './words.ts'

type Campaign = Model<'Campaign'>

interface Props {
  /** As it is now; undefined for a new one. */
  campaign?: Campaign
  onClose: () => void
  /** Saved, under this code. */
  onDone: (code: string) => void
  /** There is a newer version: it should be read. */
  onStale?: () => unknown
}

/** What a new campaign needs; the days say which state it is in. */
const EMPTY = {
  campaign_code: '',
  campaign_name: '',
  campaign_type: 'mini_campaign' as Kind,
  start_date: '',
  end_date: '',
  warehouses: [] as string[],
  description: '',
}

/** The form of a campaign, new or not. */
export function CampaignDialog({ campaign, onClose, onDone, onStale }: Props) {
  const [seen, see] = useState(campaign)
  const [form, setForm] = useState({ ...EMPTY, ...seen, description: seen?.description ?? '' })
  const warehouses = (useWarehouses() ?? []).filter(([id]) => id !== '')
  const set =
    <Name extends keyof typeof EMPTY>(name: Name) =>
    (value: (typeof EMPTY)[Name]) =>
      setForm({ ...form, [name]: value })
  function done() {
    toast(seen ? words.isSaved : words.isMade)
    onClose()
    onDone(form.campaign_code.trim())
  }
  const how = { changes: ['/api/campaigns'], onDone: done }
  const making = useSend('POST', '/api/campaigns', how)
  const saving = useSend('PATCH', '/api/campaigns/{id}', how)
  const { error, isPending } = seen ? saving : making
  const isStale = error?.status === 412
  const isBackward = form.start_date !== '' && form.end_date !== '' && form.end_date < form.start_date

  function submit(event: Event) {
    event.preventDefault()
    const body = {
      campaign_name: form.campaign_name.trim(),
      campaign_type: form.campaign_type,
      start_date: form.start_date,
      end_date: form.end_date,
      warehouses: form.warehouses,
      description: form.description.trim() || null,
    }
    if (!seen) return making.mutate({ body: { ...body, campaign_code: form.campaign_code.trim() } })
    const base = isStale ? campaign : seen
    see(base)
    saving.mutate(
      { path: { id: String(seen.id) }, body, ifMatch: tagOf(base) },
      { onError: ({ status }) => status === 412 && onStale?.() },
    )
  }
  return (
    <Dialog title={seen ? seen.campaign_name : words.new} open onClose={onClose} form="side">
      <form class="stack" onSubmit={submit}>
        {!seen && (
          <TextField
            label={words.code}
            hint={words.codeHint}
            required
            maxLength={100}
            value={form.campaign_code}
            onValue={set('campaign_code')}
          />
        )}
        <TextField
          label={words.name}
          required
          maxLength={200}
          dir="auto"
          value={form.campaign_name}
          onValue={set('campaign_name')}
        />
        <SelectField
          label={words.kind}
          value={form.campaign_type}
          onValue={(kind) => set('campaign_type')(kind as Kind)}
          options={KINDS.map((one): [string, string] => [one, KIND[one]])}
        />
        <div class="columns">
          <TextField
            label={words.first}
            type="date"
            required
            value={form.start_date}
            onValue={set('start_date')}
          />
          <TextField
            label={words.last}
            type="date"
            required
            error={isBackward ? words.endsBefore : undefined}
            value={form.end_date}
            onValue={set('end_date')}
          />
        </div>
        <fieldset class="fieldset tight">
          <legend class="label">{words.warehouses}</legend>
          <p class="hint">{words.warehousesHint}</p>
          <div class="choices">
            {warehouses.map(([id, name]) => (
              <label key={id} class="choice">
                <input
                  type="checkbox"
                  checked={form.warehouses.includes(id)}
                  onChange={({ currentTarget: { checked } }) =>
                    set('warehouses')(
                      checked ? [...form.warehouses, id] : form.warehouses.filter((one) => one !== id),
                    )
                  }
                />
                <span dir="auto">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <TextArea
          label={words.description}
          dir="auto"
          rows={3}
          maxLength={2000}
          value={form.description}
          onValue={set('description')}
        />
        {error && <Problem error={error} />}
        {isStale && (
          <>
            <p>{words.stale}</p>
            <JsonDiff
              before={seen}
              after={campaign}
              except={['created_at', 'updated_at']}
              caption={words.stale}
              heads={[words.seen, words.now]}
            />
          </>
        )}
        <FormActions
          action={seen ? words.save : words.create}
          onCancel={onClose}
          busy={isPending}
          disabled={isBackward}
        />
      </form>
    </Dialog>
  )
}
