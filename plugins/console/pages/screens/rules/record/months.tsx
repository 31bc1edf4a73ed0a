import { TextField } from '../../../parts/field.tsx'
import { wordsOf } from '../../../words/words.ts'
import type { Dates } from './use-form.ts'

const words = wordsOf({
  from: 'First month',
  to: 'Last month',
  noEnd: 'Empty: it has no end.',
  form: 'A month such as 2026-10.',
  order: 'The last month must not be before the first.',
})

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
export const isMonth = (text: string) => MONTH.test(text)

/** A month that is typed or chosen. Browsers without a chooser of months show a field for text. */
export const MonthField = ({
  label,
  hint,
  value,
  onValue,
  min,
  max,
  error,
  required,
}: {
  label: string
  hint?: string
  value: string
  onValue: (value: string) => void
  min?: string
  max?: string
  error?: string
  required?: boolean
}) => (
  <TextField
    type="month"
    label={label}
    hint={hint}
    value={value}
    onValue={onValue}
    min={min}
    max={max}
    error={error ?? (value && !isMonth(value) ? words.form : undefined)}
    required={required}
  />
)

/** From when to when a record counts. */
export const DatesFields = ({ dates, onDates }: { dates: Dates; onDates: (dates: Dates) => void }) => (
  <>
    <MonthField
      label={words.from}
      value={dates.effective_from}
      required
      onValue={(effective_from) => onDates({ ...dates, effective_from })}
    />
    <MonthField
      label={words.to}
      hint={words.noEnd}
      value={dates.effective_to ?? ''}
      error={isInOrder(dates) ? undefined : words.order}
      onValue={(to) => onDates({ ...dates, effective_to: to || null })}
    />
  </>
)

export const isInOrder = ({ effective_from, effective_to }: Dates) =>
  effective_to === null || effective_to >= effective_from

/** Whether the dates can be sent. */
export const areDates = (dates: Dates) =>
  isMonth(dates.effective_from) &&
  (dates.effective_to === null || isMonth(dates.effective_to)) &&
  isInOrder(dates)
