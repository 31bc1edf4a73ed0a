import { NumberInput, type NumberInputProps } from '@mantine/core'
import { type InputEvent, useRef } from 'react'
import { outside, withPoint } from './format.ts'
import { unread, useKnownOf } from './unread.ts'

/** Thousands in one country, decimals in another: `1.000`. */
const UNCLEAR = /^-?[1-9]\d{0,2}\.\d{3}$/

/** Why what is typed or pasted between two texts can’t be taken for a number: it would be read in two ways. */
function fault(data: string, [before, after]: [string, string], hasComma: boolean, isWhole: boolean) {
  if (/^[a-z]$|\d\s*[a-z]+\s*\d/i.test(data)) return 'Only a number goes here.'
  if (isWhole && /^[.,]$|[.,]\d{1,2}$/.test(data)) return 'Only a whole number goes here, such as 1000.'
  if (hasComma ? /^\d$/.test(data) && /\.\d\d$/.test(before) : /.,(?!\d{3}(\D|$))/.test(data))
    return 'A comma can be read in two ways: write 1000, or 1.5 with a point.'
  return [data, before + data + after].some((all) => UNCLEAR.test(all))
    ? 'A point before three digits can be read in two ways: write 1000, or 1.5.'
    : ''
}

/**
 * A number. A comma that is typed is a point, and parts thousands where it is pasted. What could be read in two ways is
 * not taken, nor what is typed behind it (3x5 would be 35); why is said until something is deleted.
 */
export function NumberField({ error, ...look }: NumberInputProps) {
  const { value, min, max, allowDecimal = true, suffix = '' } = look
  const [wrong, setWrong] = useKnownOf(value)
  const hasComma = useRef(false)
  return (
    <NumberInput
      hideControls
      clampBehavior="none"
      {...look}
      {...unread(wrong !== '')}
      error={wrong || error || (value !== '' && outside(value, min, max))}
      // Its library tells of a focus only later, when something may have been typed.
      onFocusCapture={() => {
        hasComma.current = false
      }}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        const { data, currentTarget } = event
        if (/^[.,]$/.test(data)) hasComma.current = data === ','
        const { value: text, selectionStart, selectionEnd } = currentTarget
        const [start, end] = [Number(selectionStart), Number(selectionEnd)]
        // What is written over is deleted.
        const around: [string, string] = [text.slice(0, start), text.slice(end).replace(suffix, '')]
        const why = (start === end && wrong) || fault(data, around, hasComma.current, !allowDecimal)
        if (why) event.preventDefault()
        setWrong(why)
      }}
      onInput={() => setWrong('')}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').trim()
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const isWhole = Number(selectionEnd) - Number(selectionStart) === value.length
        const number = isWhole && withPoint(text)
        if (!number) return
        event.preventDefault()
        setWrong('')
        look.onChange?.(Number(number))
      }}
    />
  )
}
