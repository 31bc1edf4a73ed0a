import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type InputEvent, useRef, useState } from 'react'
import { outside, withPoint } from './format.ts'

/** Why what is typed or pasted behind a text can’t be taken for a number: it would be read in two ways. */
function fault(data: string, text: string, hasComma: boolean) {
  if (/^[a-z]$|\d\s*[a-z]+\s*\d/i.test(data)) return 'Only a number goes here.'
  const isUnclear = hasComma ? /^\d$/.test(data) && /\.\d\d$/.test(text) : /.,(?!\d{3}(\D|$))/.test(data)
  return isUnclear ? 'A comma can be read in two ways: write 1000, or 1.5 with a point.' : null
}

/**
 * A number. A comma that is typed is a point, and parts thousands where it is pasted. What could be read in two ways is
 * not taken, nor what is typed behind it (3x5 would be 35); why is said until something is deleted, or the field is
 * entered again.
 */
export function NumberField({ error, ...look }: NumberInputProps) {
  const { value, min, max } = look
  const [wrong, setWrong] = useState<string | null>(null)
  const hasComma = useRef(false)
  return (
    <NumberInput
      hideControls
      clampBehavior="none"
      {...look}
      error={wrong ?? (error || (value !== '' && outside(value, min, max)))}
      // Its library tells of a focus only later, when something may have been typed.
      onFocusCapture={() => {
        hasComma.current = false
        setWrong(null)
      }}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        const { data, currentTarget } = event
        if (/^[.,]$/.test(data)) hasComma.current = data === ','
        const found = wrong ?? fault(data, currentTarget.value, hasComma.current)
        if (found) event.preventDefault()
        setWrong(found)
      }}
      onInput={() => setWrong(null)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').trim()
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const isWhole = Number(selectionEnd) - Number(selectionStart) === value.length
        const number = isWhole && withPoint(text)
        if (!number) return
        event.preventDefault()
        setWrong(null)
        look.onChange?.(Number(number))
      }}
    />
  )
}
