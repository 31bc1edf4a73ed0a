import { useState } from 'preact/hooks'
import { send } from '../../../api/client.ts'
import { refresh, useSend } from '../../../api/queries.ts'
import { addMonths, month } from '../../../logic/format.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Button, Opener } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/forms/confirm.tsx'
import { isMonth, MonthField } from '../../../parts/forms/month-field.tsx'
import { useGo } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { acceptOf, actionOf } from '../few-faults.ts'
import type { Preview } from '../impact/use-preview.ts'
import { total } from '../list/weights-bar.tsx'
import { listPath, type RuleRecord, recordPath } from '../rule.ts'
import { areDates } from './months.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { ToDraftDialog } from './to-draft-dialog.tsx'
import type { RuleForm } from './use-form.ts'

interface Props {
  type: RuleType
  record: RuleRecord
  form: RuleForm
  preview: Preview | undefined
  onSaved: () => Promise<unknown>
  onStale: () => void
}

/** What can be done with a changed form, by what the role may do. */
export function SaveBar({ type, record, form, preview, onSaved, onStale }: Props) {
  const { may } = useMe()
  const [open, setOpen] = useState<'save' | 'later' | 'draft' | null>(null)
  const close = () => setOpen(null)
  const [saves, drafts] = [may('config.write'), may('drafts.write')]
  const ready = form.isChanged && isUsable(type, form)
  if (!saves && !drafts)
    return <p class="hint">You may try what you like here. To change rules takes another role.</p>
  const button = (which: 'save' | 'later' | 'draft', text: string, isReady: boolean, style = '') => (
    <Opener class={style} disabled={!isReady} onClick={() => setOpen(which)}>
      {text}
    </Opener>
  )
  return (
    <>
      <div class="actions save-bar">
        {form.isChanged && !ready && <span class="hint wrong">Mend the marked fields first.</span>}
        {form.isChanged && <Button onClick={form.reset}>Discard</Button>}
        {saves && button('later', 'From a later month', isUsable(type, form))}
        {saves && button('save', `Save version ${record.version + 1}, live`, ready, drafts ? '' : 'primary')}
        {drafts && button('draft', 'Add to a draft', ready && form.hasNewFields, 'primary')}
      </div>
      {saves && ready && <p class="hint">{liveText(form.dates.effective_from)}</p>}
      {open === 'save' && (
        <SaveDialog
          type={type}
          record={record}
          form={form}
          preview={preview}
          onClose={close}
          onSaved={onSaved}
          onStale={onStale}
        />
      )}
      {open === 'later' && <LaterDialog type={type} form={form} onClose={close} />}
      {open === 'draft' && <ToDraftDialog type={type} fields={form.fields} onClose={close} />}
    </>
  )
}

/** Whether what the form says could be sent; the service judges the rest. */
export const isUsable = (type: RuleType, { fields, dates, isWrong }: RuleForm) =>
  !isWrong && areDates(dates) && (type !== 'score-weights' || total(fields) === 100)

/** What saving without a draft means. */
export const liveText = (from: string) =>
  `Live at once: what you save counts in every month${from > '2000-01' ? ` from ${month(from)} on` : ''} that is calculated from now on. A draft counts when it is adopted.`

interface LaterProps {
  type: RuleType
  form: RuleForm
  onClose: () => void
}

/** Makes a new record of what the form says, from a later month on; earlier months stay as they are. */
function LaterDialog({ type, form, onClose }: LaterProps) {
  const { current_period } = useMe()
  const go = useGo()
  const [from, setFrom] = useState(addMonths(current_period, 1))
  const making = useSend('POST', listPath(type), {
    changes: ['/api/config'],
    onDone({ id }) {
      const undo = () =>
        send('DELETE', recordPath(type), { path: { id } }).then(() => {
          refresh(['/api/config'])
          go(`/rules/${type}`)
        })
      toast(`From ${month(from)} on the new record counts.`, { undo })
      onClose()
      form.reset()
      go(`/rules/${type}/${id}`)
    },
  })
  function make() {
    const { effective_to } = form.dates
    const lasts = effective_to !== null && effective_to >= from ? effective_to : null
    making.mutate({
      body: { ...form.fields, effective_from: from, effective_to: lasts, ...acceptOf(making.error) } as never,
    })
  }
  return (
    <Confirm
      title="Change it from a later month on"
      open
      onClose={onClose}
      onConfirm={() => isMonth(from) && make()}
      action={actionOf('Create the record', making.error)}
      of={making}
    >
      <p>
        A new record says what stands in the form, from that month on. Until then this one counts, and earlier
        months stay as they are.
      </p>
      <MonthField label="First month" value={from} onValue={setFrom} required />
    </Confirm>
  )
}
