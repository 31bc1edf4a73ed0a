import { TextInput } from '@mantine/core'

/** What a draft is called. */
export const DraftName = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <TextInput
    label="Name of the draft"
    placeholder="Stricter on late orders"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={80}
    data-autofocus
  />
)

/** Why a draft of this name can’t be saved yet. */
export const lackOfName = (name: string) => (name.trim() ? undefined : 'Give it a name.')
