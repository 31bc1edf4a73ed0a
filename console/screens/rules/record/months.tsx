import { isMonth, MonthField } from '../../../parts/forms/month-field.tsx'
import type { Dates } from './use-form.ts'

/** From when to when a record counts. */
export const DatesFields = ({ dates, onDates }: { dates: Dates; onDates: (dates: Dates) => void }) => (
  <>
    <MonthField
      label="First month"
      value={dates.effective_from}
      required
      onValue={(effective_from) => onDates({ ...dates, effective_from })}
    />
    <MonthField
      label="Last month"
      hint="Empty: it has no end."
      value={dates.effective_to ?? ''}
      error={isInOrder(dates) ? undefined : 'The last month must not be before the first.'}
      onValue={(to) => onDates({ ...dates, effective_to: to || null })}
    />
  </>
)

const isInOrder = ({ effective_from, effective_to }: Dates) =>
  effective_to === null || effective_to >= effective_from

/** Whether the dates can be sent. */
export const areDates = (dates: Dates) =>
  isMonth(dates.effective_from) &&
  (dates.effective_to === null || isMonth(dates.effective_to)) &&
  isInOrder(dates)
