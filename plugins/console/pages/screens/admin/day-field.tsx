import { TextField } from '../../parts/field.tsx'
import type { InputProps } from './form-field.tsx'

/** A day from today on. */
export const DayField = (props: InputProps) => (
  <TextField {...props} type="date" min={new Date().toISOString().slice(0, 10)} />
)
