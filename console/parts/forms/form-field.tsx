import type { ComponentType } from 'preact'
import type { FieldKind, Written } from '../../logic/form-changes.ts'
import { CheckList } from './check-list.tsx'
import { SelectField, TextArea, TextField } from './field.tsx'

/** What a field's own input is given. */
export interface InputProps {
  label: string
  hint?: string
  value: string
  required?: boolean
  onValue: (value: string) => void
}

/** A field of a record's form. */
export interface FormField extends FieldKind {
  label: string
  hint?: string
  type?: 'text' | 'email' | 'password' | 'date' | 'number'
  required?: boolean
  maxLength?: number
  min?: number
  /** It stands beside others, below those that are as wide as the form. */
  isHalf?: boolean
  /** A text of several lines. */
  isLong?: boolean
  /** Makes it a list to choose from. */
  options?: [value: string, words: string][]
  /** What is wrong with it beside what else is written. */
  wrong?: (written: Written) => string | undefined
  /** An input of its own, for what is found by searching. */
  input?: ComponentType<InputProps>
  /** Whether it means something beside what else is written. */
  shown?: (written: Written) => boolean
}

interface Props {
  fields: FormField[]
  written: Written
  onChange: (written: Written) => void
}

/** The inputs of a form. */
export function FormFields({ fields, written, onChange }: Props) {
  const shown = fields.filter(({ shown }) => shown?.(written) ?? true)
  const halves = shown.filter(({ isHalf }) => isHalf)
  const input = (field: FormField) => (
    <Input
      key={field.name}
      field={field}
      value={written[field.name] ?? ''}
      error={field.wrong?.(written)}
      onValue={(value) => onChange({ ...written, [field.name]: value })}
    />
  )
  return (
    <>
      {shown.filter(({ isHalf }) => !isHalf).map(input)}
      {halves.length > 0 && <div class="columns">{halves.map(input)}</div>}
    </>
  )
}

interface OneProps {
  field: FormField
  value: string
  error?: string
  onValue: (value: string) => void
}

function Input({ field, value, error, onValue }: OneProps) {
  const { label, hint, type = 'text', required, maxLength, min, options, isList, isLong, input: Own } = field
  const props = { label, hint, value, onValue }
  if (Own) return <Own {...props} required={required} />
  if (options && isList) return <CheckList {...props} options={options} />
  if (isLong) return <TextArea {...props} dir="auto" rows={3} maxLength={maxLength} />
  if (options) return <SelectField {...props} options={options} />
  return (
    <TextField
      {...props}
      error={error}
      type={type}
      required={required}
      maxLength={maxLength}
      min={min}
      dir="auto"
      spellcheck={false}
      autocomplete={type === 'password' ? 'new-password' : 'off'}
    />
  )
}
