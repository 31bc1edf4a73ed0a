import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx'
import { FormActions } from '../../../parts/form-actions.tsx'
import { usePeriod } from '../../../parts/me.ts'
import { Problem } from '../../../parts/problem.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import { wordOf, words } from './words.ts'

const OPS = ['exclude', 'add', 'set', 'multiply', 'floor', 'cap'] as const
const KINDS = ['system_outage', 'force_majeure', 'onboarding', 'manual_adjustment']

/** A form for an exception. What is typed stays until the service has taken it. */
export function NewException({ code, open, onClose }: { code: string; open: boolean; onClose: () => void }) {
  const period = usePeriod()
  const [written, write] = useState({
    kind: KINDS[0] ?? '',
    target: 'o_score',
    op: 'exclude',
    value: '',
    reason: '',
    from: `${period}-01`,
    to: '',
  })
  const set = (name: keyof typeof written) => ({
    value: written[name],
    onValue: (value: string) => write({ ...written, [name]: value }),
  })
  // The total can't be left out.
  const op = written.target === 'total' && written.op === 'exclude' ? 'add' : written.op
  const create = useSend('POST', '/api/sellers/{id}/exceptions', {
    changes: ['/api/sellers', '/api/sos'],
    onDone: () => {
      toast(words.created)
      onClose()
    },
  })
  function submit(event: Event) {
    event.preventDefault()
    const { kind, target, value, reason, from, to } = written
    create.mutate({
      path: { id: code },
      body: {
        exception_type: kind,
        score_component_affected: target === 'total' ? null : (target as 'o_score'),
        adjustment_rule: op === 'exclude' ? { op } : { op, value: Number(value) },
        reason: reason || null,
        effective_from: from,
        effective_to: to || null,
      },
    })
  }
  return (
    <Dialog title={words.add} open={open} onClose={onClose} form="side">
      <form class="stack" onSubmit={submit}>
        <SelectField
          label={words.kind}
          {...set('kind')}
          options={KINDS.map((kind) => [kind, wordOf(kind)])}
        />
        <SelectField
          label={words.target}
          {...set('target')}
          options={[...COMPONENTS, 'total'].map((name) => [name, nameOf(name)])}
        />
        <div class="columns">
          <SelectField
            label={words.op}
            {...set('op')}
            value={op}
            options={OPS.filter((op) => op !== 'exclude' || written.target !== 'total').map((op) => [
              op,
              wordOf(`op_${op}`),
            ])}
          />
          {op !== 'exclude' && (
            <TextField label={words.value} {...set('value')} type="number" step="any" required />
          )}
          <TextField label={words.from} {...set('from')} type="date" required />
          <TextField label={words.to} {...set('to')} type="date" />
        </div>
        <TextArea label={words.reason} {...set('reason')} maxLength={1000} dir="auto" />
        {create.error && <Problem error={create.error} />}
        <FormActions action={words.create} onCancel={onClose} busy={create.isPending} />
      </form>
    </Dialog>
  )
}
