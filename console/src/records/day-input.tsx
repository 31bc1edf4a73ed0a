import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { textOf } from '../ui/format.ts'
import { unread, useKnownOf } from '../ui/unread.ts'
import { isTwoDays, readDay } from './read-day.ts'

/** Written as a day of this century, whether it exists or not. */
const isWritten = (typed: string) => /^(\d\d?[./-]\d\d?[./-]20\d\d|20\d\d-\d\d?-\d\d?)$/.test(typed)

function faultOf(typed: string, minDate: DateInputProps['minDate']) {
  const day = readDay(typed)
  if (typed === '' || (day && (!minDate || day >= String(minDate)))) return ''
  if (day) return `Must not be before ${textOf(minDate)}`
  if (isTwoDays(typed)) return `${typed} can mean two days: write the month as a word, as 5 Jun 2026`
  return isWritten(typed) ? 'There is no such day' : 'Write the day as 31.12.2026'
}

/** A day, typed or chosen. What can’t be read stays, and why is said. A press or the arrow down opens the calendar. */
export function DayInput({ error, minDate, onBlur, ...look }: DateInputProps) {
  const [typed, setTyped] = useKnownOf(look.value)
  const [isSaid, setSaid] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const fault = faultOf(typed, minDate)
  return (
    <DateInput
      placeholder="31.12.2026"
      {...look}
      {...unread(fault !== '')}
      minDate={minDate}
      popoverProps={isPressed ? undefined : { opened: false }}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown') setPressed(true)
        if (key === 'Enter') setSaid(true)
      }}
      valueFormat="D MMM YYYY"
      dateParser={readDay}
      allowDeselect
      fixOnBlur={!fault}
      error={(isSaid && fault) || error}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value.trim())
        setSaid(false)
      }}
      onBlur={(event) => {
        setPressed(false)
        setSaid(true)
        onBlur?.(event)
      }}
    />
  )
}
