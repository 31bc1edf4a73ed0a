import { valuesOf } from '../../logic/form-changes.ts'
import type { Choices } from './choices.ts'

interface Props {
  label: string
  hint?: string
  /** Those that are chosen, with commas between. */
  value: string
  onValue: (value: string) => void
  options: Choices
}

/** A field of which several may be chosen. */
export function CheckList({ label, hint, value, onValue, options }: Props) {
  const chosen = valuesOf(value)
  const toggle = (one: string) =>
    onValue(String(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]))
  return (
    <fieldset class="fieldset tight">
      <legend class="label">{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      <div class="choices">
        {options.map(([id, name]) => (
          <label key={id} class="choice">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
