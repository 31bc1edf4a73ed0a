import type { ComponentType } from 'preact'
import type { FieldKind, Written } from '../../logic/form-changes.ts'
import { SelectField, TextField } from '../../parts/field.tsx'

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
  type?: 'text' | 'email' | 'password'
  required?: boolean
  maxLength?: number
  /** Makes it a list to choose from. */
  options?: [value: string, words: string][]
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
export const FormFields = ({ fields, written, onChange }: Props) => (
  <>
    {fields
      .filter(({ shown }) => shown?.(written) ?? true)
      .map(({ name, label, hint, type, required, maxLength, options, input: Own }) => {
        const props = {
          label,
          hint,
          value: written[name] ?? '',
          onValue: (value: string) => onChange({ ...written, [name]: value }),
        }
        if (Own) return <Own key={name} {...props} required={required} />
        if (options) return <SelectField key={name} {...props} options={options} />
        return (
          <TextField
            key={name}
            {...props}
            type={type ?? 'text'}
            required={required}
            maxLength={maxLength}
            dir="auto"
            spellcheck={false}
            autocomplete={type === 'password' ? 'new-password' : 'off'}
          />
        )
      })}
  </>
)
