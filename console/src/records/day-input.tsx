import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { textOf } from '../ui/format.ts'
import { readDay } from './read-day.ts'

/** Written as a day of this century, whether it exists or not. */
const isWritten = (typed: string) => /^(\d\d?[./-]\d\d?[./-]20\d\d|20\d\d-\d\d?-\d\d?)$/.test(typed)

/** A day, typed or chosen. What can’t be read is said, and stands for no day. A press or the arrow down opens the calendar. */
export function DayInput({ error, minDate, onChange, onBlur, ...look }: DateInputProps) {
  const [fault, setFault] = useState('')
  const [isPressed, setPressed] = useState(false)
  return (
    <DateInput
      {...look}
      minDate={minDate}
      popoverProps={isPressed ? undefined : { opened: false }}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => key === 'ArrowDown' && setPressed(true)}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      error={fault || error}
      onChange={(day) => {
        setFault('')
        onChange?.(day)
      }}
      onBlur={(event) => {
        setPressed(false)
        const typed = event.currentTarget.value.trim()
        const day = readDay(typed)
        if (typed && (!day || (minDate && day < String(minDate)))) {
          setFault(
            day
              ? `${textOf(day)} lies before ${textOf(minDate)}.`
              : isWritten(typed)
                ? `There is no ${typed}. Write it as 31.12.2026.`
                : `“${typed}” can’t be read as a day. Write it as 31.12.2026.`,
          )
          onChange?.(null)
        }
        onBlur?.(event)
      }}
    />
  )
}
