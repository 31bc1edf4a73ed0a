import { Checkbox, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
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

export interface Column {
  at: number
  label: string
  field?: FeedField
  cells: { text: string; isRed: boolean }[]
}

interface FixDialogProps {
  column: Column
  /** Others with red cells, which may be written in the same way. */
  others: Column[]
  onFix: (change: Change, columns: Column[]) => void
  onClose: () => void
}

/** So many different words are asked for one by one. */
const MOST_WORDS = 20

/**
 * Puts a column right at once: how its dates or numbers are written, what each wrong word means where the service knows
 * the words, else one text for all red cells.
 */
export function FixDialog({ column, others, onFix, onClose }: FixDialogProps) {
  const { label, field, cells } = column
  const fitting = (repair: Repair) =>
    cells.filter(({ text, isRed }) => isRed && repaired(repair, text) !== text).length
  const repairs = repairsOf(field?.type ?? '')
    .filter((one) => cells.some(({ text }) => repaired(one, text) !== text))
    .sort((one, other) => fitting(other) - fitting(one))
  const [how, setHow] = useState<Repair | 'text'>(repairs[0] ?? 'text')
  const [put, setPut] = useState<string>()
  const [meant, setMeant] = useState<Record<string, string>>({})
  const values = field?.type === 'boolean' ? ['true', 'false'] : field?.values
  const choices = [{ value: '', label: '' }, ...optionsOf(values ?? [], wordOf)]
  const words = [...new Set(cells.filter(({ isRed }) => isRed).map(({ text }) => text))]
  const change: Change = (text, isRed) =>
    how !== 'text' ? repaired(how, text) : !isRed ? text : values ? meant[text] || text : (put ?? text)
  const isPutRight = ({ text, isRed }: Column['cells'][number]) => change(text, isRed) !== text
  const alike = others.filter(
    ({ field, cells }) =>
      how !== 'text' && repairsOf(field?.type ?? '').includes(how) && cells.some(isPutRight),
  )
  const [chosen, setAlike] = useState<boolean>()
  // Good cells of another column are changed only where somebody says so.
  const isAlike = chosen ?? alike.every(({ cells }) => cells.every((cell) => cell.isRed || !isPutRight(cell)))
  const columns = [column, ...(isAlike ? alike : [])]
  const left = cells.filter((cell) => cell.isRed && !isPutRight(cell)).length
  const changed = columns.flatMap(({ label, cells }) =>
    cells.filter(isPutRight).map((cell) => ({ ...cell, label })),
  )
  const count = changed.length
  // What is not red is changed as well: it is shown first.
  const examples = changed.toSorted((one, other) => Number(one.isRed) - Number(other.isRed)).slice(0, 4)
  return (
    <Dialog
      title={`Fix ${label} in all rows`}
      label={count ? `Change ${plural(count, 'cell')}` : 'Change'}
      sent={useMutation({ mutationFn: async () => onFix(change, columns) })}
      lacks={!count && (values ? 'Say what a word means.' : 'Write the new text.')}
      onClose={onClose}
    >
      {repairs.length > 0 && (
        <Radio.Group value={how} onChange={(next) => setHow(next as typeof how)} label="How it is written">
          <Stack gap="xs" mt="xs">
            {repairs.map((repair) => (
              <Radio key={repair} value={repair} label={REPAIRS[repair]} />
            ))}
            <Radio
              value="text"
              label={values ? 'Words mean something else' : 'One new text for all red cells'}
            />
          </Stack>
        </Radio.Group>
      )}
      {how === 'text' &&
        (values ? (
          words
            .slice(0, MOST_WORDS)
            .map((text) => (
              <NativeSelect
                key={text}
                label={`“${text || 'empty'}” means`}
                data={choices}
                value={meant[text] ?? ''}
                onChange={({ currentTarget: { value } }) => setMeant({ ...meant, [text]: value })}
              />
            ))
        ) : (
          <TextInput
            label="New text of all red cells"
            value={put ?? ''}
            onChange={({ currentTarget }) => setPut(currentTarget.value)}
          />
        ))}
      {examples.length > 0 && !(how === 'text' && values) && (
        <Text size="sm">
          {examples.map(({ text, isRed, label }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two cells may have one text
            <div key={i}>
              {columns.length > 1 && `${label}: `}
              {text || 'Empty'} → <b>{change(text, isRed)}</b>
              {!isRed && ', though it is not red'}
            </div>
          ))}
          {left > 0 && `${plural(left, 'red cell stays', 'red cells stay')} as it is written.`}
        </Text>
      )}
      {alike.length > 0 && (
        <Checkbox
          label={`Also in ${alike.map(({ label }) => label).join(', ')}`}
          checked={isAlike}
          onChange={({ currentTarget }) => setAlike(currentTarget.checked)}
        />
      )}
    </Dialog>
  )
}

const wordOf = (value: string) => ({ true: 'Yes', false: 'No' })[value] ?? nameOf(value)
