import { useState } from 'preact/hooks'
import type { RuleType } from '../../../logic/rules-in-force.ts'
import { later } from '../../../parts/later.tsx'
import { useMe } from '../../../parts/me.ts'
import type { Preview } from '../impact/use-preview.ts'
import { total } from '../list/weights-sum.ts'
import type { RuleRecord } from '../rule.ts'
import { areDates } from './months.tsx'
import type { RuleForm } from './use-form.ts'
import { words } from './words.ts'

const SaveDialog = later(() => import('./dialogs.ts').then((module) => module.SaveDialog))
const LaterDialog = later(() => import('./dialogs.ts').then((module) => module.LaterDialog))
const ToDraftDialog = later(() => import('./dialogs.ts').then((module) => module.ToDraftDialog))

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
  if (!saves && !drafts) return <p class="hint">{words.tryOnly}</p>
  const button = (which: 'save' | 'later' | 'draft', text: string, isReady: boolean, primary = false) => (
    <button
      type="button"
      class={primary ? 'button primary' : 'button'}
      disabled={!isReady}
      onClick={() => setOpen(which)}
    >
      {text}
    </button>
  )
  return (
    <>
      <div class="actions save-bar">
        {form.isChanged && !ready && <span class="hint wrong">{words.wrong}</span>}
        {form.isChanged && (
          <button type="button" class="button" onClick={form.reset}>
            {words.discard}
          </button>
        )}
        {drafts && button('draft', words.draft, ready && form.hasNewFields, !saves)}
        {saves && button('later', words.later, isUsable(type, form))}
        {saves && button('save', words.save(record.version + 1), ready, true)}
      </div>
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
