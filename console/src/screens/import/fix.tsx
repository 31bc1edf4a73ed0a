import { Button, Group, Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import type { FeedField } from './data.ts'
import { REPAIRS, type Repair, repaired, repairsOf } from './repair.ts'

/** More different values than that are a case for the sheet itself. */
const MOST_VALUES = 12

interface FixDialogProps {
  column: string
  field?: FeedField
  /** The red cells of the column. */
  wrong: string[]
  onFix: (change: (text: string) => string) => void
  onClose: () => void
}

/** Puts a column right at once: how its dates or numbers are written, or value by value. */
export function FixDialog({ column, field, wrong, onFix, onClose }: FixDialogProps) {
  const helps = (repair: Repair) => wrong.filter((text) => repaired(repair, text) !== text).length
  const repairs = repairsOf(field?.type ?? '').filter(helps)
  const values = [...new Set(wrong)]
  const [how, setHow] = useState<Repair | 'values'>(repairs[0] ?? 'values')
  const [put, setPut] = useState<Record<string, string>>({})
  const choices =
    field?.type === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : field?.values?.map((value) => ({ value, label: nameOf(value) }))
  const change = (text: string) => (how === 'values' ? (put[text] ?? text) : repaired(how, text))
  const many = wrong.filter((text) => change(text) !== text).length
  const example = wrong.find((text) => change(text) !== text)
  return (
    <Modal opened onClose={onClose} title={`Fix ${field?.label ?? column} in all rows`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (many) onFix(change)
        }}
      >
        <Stack>
          {repairs.length > 0 && (
            <Radio.Group
              value={how}
              onChange={(next) => setHow(next as typeof how)}
              label="How it is written"
            >
              <Stack gap="xs" mt="xs">
                {repairs.map((repair) => (
                  <Radio key={repair} value={repair} label={REPAIRS[repair]} />
                ))}
                <Radio value="values" label="I say what each value is" />
              </Stack>
            </Radio.Group>
          )}
          {how === 'values' &&
            values.slice(0, MOST_VALUES).map((value) => {
              const label = value ? `“${value}” is` : 'An empty cell is'
              const set = (next: string | null) => setPut({ ...put, [value]: next ?? value })
              return choices ? (
                <Select key={value} label={label} data={choices} value={put[value] ?? null} onChange={set} />
              ) : (
                <TextInput
                  key={value}
                  label={label}
                  value={put[value] ?? value}
                  onChange={(event) => set(event.currentTarget.value)}
                />
              )
            })}
          {how === 'values' && values.length > MOST_VALUES && (
            <Text size="sm" c="dimmed">
              There are {values.length} different values; these are the first {MOST_VALUES}.
            </Text>
          )}
          {example !== undefined && (
            <Text size="sm">
              {example || 'Empty'} → <b>{change(example)}</b>
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={many === 0}>
              Change {plural(many, 'cell')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
