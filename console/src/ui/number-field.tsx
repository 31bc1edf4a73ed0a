import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { outside } from './format.ts'

/** A number. It takes no letters (3x5 would be 35), and says so until the field is entered again. */
export function NumberField({ error, ...look }: NumberInputProps) {
  const { value, min, max } = look
  const [isLetter, setLetter] = useState(false)
  function refuse(event: SyntheticEvent) {
    event.preventDefault()
    setLetter(true)
  }
  return (
    <NumberInput
      thousandSeparator=","
      hideControls
      clampBehavior="none"
      {...look}
      error={isLetter ? 'Only a number goes here.' : error || (value !== '' && outside(value, min, max))}
      // Its library tells of a focus only later, when a letter may have been pressed.
      onFocusCapture={() => setLetter(false)}
      onPaste={(event) => /\d\s*[a-z]+\s*\d/i.test(event.clipboardData.getData('text')) && refuse(event)}
      onKeyDown={(event) => /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && refuse(event)}
    />
  )
}
