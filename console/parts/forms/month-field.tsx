import { TextField } from './field.tsx'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
export const isMonth = (text: string) => MONTH.test(text)

/** A month that is typed or chosen. Browsers without a chooser of months show a field for text. */
export const MonthField = ({ value, error, ...rest }: Parameters<typeof TextField>[0]) => (
  <TextField
    {...rest}
    type="month"
    value={value}
    error={error ?? (value && !isMonth(value) ? 'A month such as 2026-10.' : undefined)}
  />
)
