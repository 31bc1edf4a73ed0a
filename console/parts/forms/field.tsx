import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  /** What it means, or which form it has. */
  hint?: ComponentChildren
  error?: string
  children: (names: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: boolean
  }) => ComponentChildren
}

/** A labelled field of a form: hand the names to the input. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const about = hint || error ? `${id}-about` : undefined
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': error ? true : undefined })}
      {about && (
        <span id={about} class={error ? 'hint wrong' : 'hint'}>
          {error ?? hint}
        </span>
      )}
    </div>
  )
}

interface Typed {
  label: string
  hint?: ComponentChildren
  error?: string
  value: string
  onValue: (value: string) => void
}

type InputProps = Omit<JSX.IntrinsicElements['input'], 'onInput' | 'value'> & Typed

export const TextField = ({ label, hint, error, onValue, ...rest }: InputProps) => (
  <Field label={label} hint={hint} error={error}>
    {(names) => <input {...rest} {...names} onInput={(event) => onValue(event.currentTarget.value)} />}
  </Field>
)

interface SelectProps extends Omit<Typed, 'error'> {
  /** Value and words of each choice. */
  options: [value: string, words: string][]
  disabled?: boolean
}

export const SelectField = ({ label, hint, value, onValue, options, disabled }: SelectProps) => (
  <Field label={label} hint={hint}>
    {(names) => (
      <select
        {...names}
        value={value}
        disabled={disabled}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type AreaProps = Omit<JSX.IntrinsicElements['textarea'], 'onInput' | 'value'> & Typed

export const TextArea = ({ label, hint, error, onValue, ...rest }: AreaProps) => (
  <Field label={label} hint={hint} error={error}>
    {(names) => (
      <textarea rows={4} {...rest} {...names} onInput={(event) => onValue(event.currentTarget.value)} />
    )}
  </Field>
)
