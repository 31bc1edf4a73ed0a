import { DateInput, type DateInputProps } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useState } from 'react'

dayjs.extend(customParseFormat)

/** How a day may be typed: the day first, or the year. */
const FORMS = ['D MMM YYYY', 'D MMMM YYYY', 'D.M.YYYY', 'D/M/YYYY', 'D-M-YYYY', 'YYYY-MM-DD']

/** A day as it was typed: `31.12.2026` → `2026-12-31`; null where it is none. */
export function readDay(typed: string) {
  const month = typed
    .trim()
    .replace(/[a-z]+/i, (word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase())
  const day = dayjs(month, FORMS, true)
  return day.isValid() ? day.format('YYYY-MM-DD') : null
}

/** A day, typed or chosen. What can’t be read is said, and stands for no day. */
export function DayInput({ error, onChange, onBlur, ...look }: DateInputProps) {
  const [unread, setUnread] = useState('')
  return (
    <DateInput
      {...look}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      error={unread ? `“${unread}” is no day. Write it as 31.12.2026.` : error}
      onChange={(day) => {
        setUnread('')
        onChange?.(day)
      }}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim()
        if (typed && !readDay(typed)) {
          setUnread(typed)
          onChange?.(null)
        }
        onBlur?.(event)
      }}
    />
  )
}
