import { Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { Refusal } from '../../api/refusal.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { Dialog, DialogFrame, say, useDeed } from '../../ui/dialog.tsx'
import { lastDayOf, monthOf, textOf } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { NumberField } from '../../ui/number-field.tsx'

/** What scoring can do with a score, each with the range of its number; without one it takes none. */
const OPS: Record<string, { label: string; most?: number; least?: number }> = {
  add: { label: 'Add points', least: -100, most: 100 },
  set: { label: 'Set it to', least: 0, most: 100 },
  floor: { label: 'At least', least: 0, most: 100 },
  cap: { label: 'At most', least: 0, most: 100 },
  multiply: { label: 'Multiply by', least: 0 },
  exclude: { label: 'Leave the component out' },
}

/** What is done with a score, in words: `Add points 5`; what scoring does not know, as it was written. */
export const adjusted = (rule: unknown) =>
  Object.entries(Object(rule))
    .map(
      ([name, said]) =>
        (name === 'op' && OPS[String(said)]?.label) ||
        (name === 'value' ? said : `${nameOf(name)}: ${textOf(said)}`),
    )
    .join(' ')

const LABELS: Record<string, string> = { score_component_affected: 'Which score', exception_type: 'Cause' }

type Exception = Schemas['CreateScoreExceptionBody']

interface ExceptionProps {
  code: string
  period: string
  onClose: () => void
}

/** An exception for a seller: what is done with which score, from when to when, and why. */
export function ExceptionDialog({ code, period, onClose }: ExceptionProps) {
  const [begins] = useState({ effective_from: `${period}-01`, effective_to: lastDayOf(period) })
  const [op, setOp] = useState('add')
  const [value, setValue] = useState<number | string>('')
  const { least, most } = OPS[op] ?? {}
  const takesNumber = least !== undefined
  const [isSent, setSent] = useState(false)
  const lack =
    takesNumber &&
    ((value === '' && 'Fill this in') || (op === 'add' && value === 0 && '0 points change nothing'))
  return (
    <DialogFrame title={`Exception for ${monthOf(period)}`} onClose={onClose}>
      {(close) => (
        <Stack onSubmitCapture={() => setSent(true)}>
          <Text c="dimmed">
            It applies to each month between its first and last day, from the next calculation on. Final
            scores do not change.
          </Text>
          <RecordForm
            body="CreateScoreExceptionBody"
            asks={['score_component_affected', 'exception_type', 'effective_from', 'effective_to', 'reason']}
            refine={(field) => ({
              ...field,
              'x-label': LABELS[field.name] ?? field['x-label'],
              isRequired: field.name !== 'effective_to',
            })}
            initial={begins}
            beside={
              <Group grow align="start">
                <Select
                  label="What is done"
                  data={Object.entries(OPS).map(([name, { label }]) => ({ value: name, label }))}
                  value={op}
                  onChange={(next) => next && setOp(next)}
                  allowDeselect={false}
                />
                {takesNumber && (
                  <NumberField
                    label={op === 'multiply' ? 'Factor' : 'Points'}
                    withAsterisk
                    value={value}
                    min={least}
                    max={most}
                    decimalScale={2}
                    error={isSent && lack}
                    onChange={setValue}
                  />
                )}
              </Group>
            }
            label="Add the exception"
            onCancel={close}
            send={async (typed) => {
              if (lack) throw new Refusal(400, lack, new Headers())
              return api.POST('/api/sellers/{id}/exceptions', {
                params: { path: { id: code } },
                body: {
                  ...begins,
                  ...(typed as Pick<Exception, 'exception_type'>),
                  adjustment_rule: takesNumber ? { op, value: Number(value) } : { op },
                },
              })
            }}
            then={() => {
              say('It counts once the month is calculated again.', { title: 'The exception is added' })
              onClose()
            }}
          />
        </Stack>
      )}
    </DialogFrame>
  )
}

/** Ends an exception: what it did goes with the next calculation. */
export function EndDialog({ code, id, onClose }: Omit<ExceptionProps, 'period'> & { id: number }) {
  const path = { sellerId: code, exId: id }
  const sent = useDeed(
    () => api.DELETE('/api/sellers/{sellerId}/exceptions/{exId}', { params: { path } }),
    () => say('It counts no more once the month is calculated again.', { title: 'The exception has ended' }),
  )
  return (
    <Dialog title="End the exception" label="End it" sent={sent} isGrave onClose={onClose}>
      <Text>Months that are not final are scored without it when they are next calculated.</Text>
    </Dialog>
  )
}
