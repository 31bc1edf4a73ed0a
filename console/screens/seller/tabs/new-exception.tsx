import { useState } from 'preact/hooks'
import { useSend } from '../../../api/queries.ts'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { usePeriod } from '../../../parts/me.ts'
import { toast } from '../../../parts/toasts.tsx'
import { COMPONENTS, nameOf } from '../../../words/metrics.ts'
import { wordOf } from './word-of-code.ts'

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
      toast('The exception is created. It counts when the month is calculated again.')
      onClose()
    },
  })
  function send() {
    const { kind, target, value, reason, from, to } = written
    create.mutate({
      path: { id: code },
      body: {
        exception_type: kind,
        score_component_affected: target === 'total' ? null : (target as 'o_score'),
        adjustment_rule: op === 'exclude' ? { op } : { op, value: Number(value) },
        reason: reason.trim(),
        effective_from: from,
        effective_to: to || null,
      },
    })
  }
  return (
    <Dialog title="New exception" open={open} onClose={onClose} form="side">
      <Form
        of={create}
        onSend={send}
        action="Create the exception"
        cancel={onClose}
        disabled={written.reason.trim() === ''}
      >
        <SelectField label="Kind" {...set('kind')} options={KINDS.map((kind) => [kind, wordOf(kind)])} />
        <SelectField
          label="On"
          {...set('target')}
          options={[...COMPONENTS, 'total'].map((name) => [name, nameOf(name)])}
        />
        <div class="columns">
          <SelectField
            label="What it does"
            {...set('op')}
            value={op}
            options={OPS.filter((op) => op !== 'exclude' || written.target !== 'total').map((op) => [
              op,
              wordOf(`op_${op}`),
            ])}
          />
          {op !== 'exclude' && (
            <TextField label="Value" {...set('value')} type="number" step="any" required />
          )}
          <TextField label="From" {...set('from')} type="date" required />
          <TextField
            label="To"
            hint={written.to === '' && 'Empty: it has no end, and counts in every month from then on.'}
            {...set('to')}
            type="date"
          />
        </div>
        <TextArea
          label="Reason"
          hint="Why the score is not as the facts have it. Kept with the exception."
          {...set('reason')}
          required
          maxLength={1000}
          dir="auto"
        />
      </Form>
    </Dialog>
  )
}
