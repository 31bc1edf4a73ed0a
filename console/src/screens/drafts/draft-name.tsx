import { TextInput } from '@mantine/core'
import { tooLong } from '../../ui/format.ts'

/** What a draft is called. */
export const DraftName = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <TextInput
    label="Name of the draft"
    placeholder="Stricter on late orders"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={tooLong(value, 80)}
    data-autofocus
  />
)

/** Why a draft of this name can’t be saved yet, beside these. */
export function lackOfName(name: string, others: { name: string }[] = []) {
  if (others.some((other) => other.name === name.trim())) return 'Another draft has this name.'
  return name.trim() ? undefined : 'Give it a name.'
}
