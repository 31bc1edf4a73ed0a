import { useEffect, useId, useLayoutEffect, useState } from 'preact/hooks'
import { Field } from '../../../parts/forms/field.tsx'

interface Props {
  label: string
  hint?: string
  value: number
  onValue: (value: number) => void
  /** Tells that what is typed is no value, or is one again. */
  onWrong?: (wrong: boolean) => void
  min?: number
  max?: number
  whole?: boolean
  /** Why a number that is a number all the same can't be taken. */
  refuse?: (value: number) => string | undefined
  /** The label is read, not shown: the column has it. */
  bare?: boolean
  disabled?: boolean
}

/** A number that is typed. As long as it is none, the field keeps the text and says what is wrong. */
export function NumberField({ label, hint, value, onValue, onWrong, bare, disabled, ...limits }: Props) {
  const [text, setText] = useState(String(value))
  const [error, setError] = useState<string>()
  const id = useId()
  // Before it is painted: the fields and the curve beside them never show two curves.
  useLayoutEffect(() => {
    if (numberOf(text) === value && !error) return
    setText(String(value))
    tell(undefined)
  }, [value])
  useEffect(() => () => onWrong?.(false), []) // a field that is gone is not wrong
  function tell(problem: string | undefined) {
    setError(problem)
    onWrong?.(problem !== undefined)
  }
  function type(next: string) {
    setText(next)
    const typed = numberOf(next)
    const problem = problemOf(typed, limits)
    tell(problem)
    if (problem === undefined) onValue(typed)
  }
  const input = (names: object) => (
    <input
      {...names}
      inputMode="decimal"
      autocomplete="off"
      class="numeric"
      value={text}
      disabled={disabled}
      onInput={(event) => type(event.currentTarget.value)}
    />
  )
  if (bare)
    return (
      <span class="bare">
        {input({ 'aria-label': label, 'aria-invalid': error ? true : undefined, 'aria-describedby': id })}
        <span id={id} class="hint wrong">
          {error}
        </span>
      </span>
    )
  return (
    <Field label={label} hint={hint} error={error}>
      {input}
    </Field>
  )
}

/** `0,5` is a number too. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

function problemOf(
  value: number,
  { min, max, whole, refuse }: Pick<Props, 'min' | 'max' | 'whole' | 'refuse'>,
) {
  if (!Number.isFinite(value)) return 'A number is needed.'
  if (whole && !Number.isInteger(value)) return 'A whole number is needed.'
  if (min !== undefined && value < min) return `At least ${min}.`
  if (max !== undefined && value > max) return `At most ${max}.`
  return refuse?.(value)
}
