import { Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { optionsOf } from '../../records/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import type { FeedField } from './data.ts'
import { REPAIRS, type Repair, repaired, repairsOf } from './repair.ts'

/** What becomes of a cell that is red or not. */
export type Change = (text: string, isRed: boolean) => string

interface FixDialogProps {
  column: string
  field?: FeedField
  /** The red cells of the column. */
  wrong: string[]
  onFix: (change: Change) => void
  onClose: () => void
}

/** Puts a column right at once: how its dates or numbers are written, or one text for all red cells. */
export function FixDialog({ column, field, wrong, onFix, onClose }: FixDialogProps) {
  const repairs = repairsOf(field?.type ?? '').filter((one) =>
    wrong.some((text) => repaired(one, text) !== text),
  )
  const [how, setHow] = useState<Repair | 'text'>(repairs[0] ?? 'text')
  const [put, setPut] = useState<string | null>(null)
  const change: Change = (text, isRed) =>
    how !== 'text' ? repaired(how, text) : isRed && put !== null ? put : text
  const changed = wrong.filter((text) => change(text, true) !== text)
  const [example] = changed
  const values = field?.type === 'boolean' ? ['true', 'false'] : field?.values
  const label = 'Text for all red cells'
  return (
    <Dialog
      title={`Fix ${field?.label ?? column} in all rows`}
      label={`Change ${plural(changed.length, 'cell')}`}
      sent={useMutation({ mutationFn: async () => onFix(change) })}
      lacks={changed.length ? undefined : 'Give the text.'}
      onClose={onClose}
    >
      {repairs.length > 0 && (
        <Radio.Group value={how} onChange={(next) => setHow(next as typeof how)} label="How it is written">
          <Stack gap="xs" mt="xs">
            {repairs.map((repair) => (
              <Radio key={repair} value={repair} label={REPAIRS[repair]} />
            ))}
            <Radio value="text" label="One text for all red cells" />
          </Stack>
        </Radio.Group>
      )}
      {how === 'text' &&
        (values ? (
          <Select label={label} data={optionsOf(values, wordOf)} value={put} onChange={setPut} />
        ) : (
          <TextInput
            label={label}
            value={put ?? ''}
            onChange={({ currentTarget }) => setPut(currentTarget.value)}
          />
        ))}
      {example !== undefined && (
        <Text size="sm">
          {example || 'Empty'} → <b>{change(example, true)}</b>
        </Text>
      )}
    </Dialog>
  )
}

const wordOf = (value: string) => ({ true: 'Yes', false: 'No' })[value] ?? nameOf(value)
