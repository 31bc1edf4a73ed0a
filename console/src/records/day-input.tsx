import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { readDay } from './read-day.ts'

/** A day, typed or chosen. What can’t be read is said, and stands for no day. A press or the arrow down opens the calendar. */
export function DayInput({ error, onChange, onBlur, ...look }: DateInputProps) {
  const [unread, setUnread] = useState('')
  const [isPressed, setPressed] = useState(false)
  return (
    <DateInput
      {...look}
      popoverProps={isPressed ? undefined : { opened: false }}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => key === 'ArrowDown' && setPressed(true)}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      error={unread ? `“${unread}” is not a date. Write it as 31.12.2026.` : error}
      onChange={(day) => {
        setUnread('')
        onChange?.(day)
      }}
      onBlur={(event) => {
        setPressed(false)
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
