import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { outside, withPoint } from './format.ts'
import { unread, useKnownOf } from './unread.ts'

export interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** '' for none, NaN for what is no number. */
  value: number | string
  min?: number
  max?: number
  /** The most decimals; 0: a whole number. */
  decimalScale?: number
  suffix?: string
  onChange: (value: number | '') => void
}

/** What is begun and may still become a number. */
const BEGUN = /^-?(\d+[.,])?$/

/** The number that a text says, or why it can’t be taken: also where thousands can be meant that the field takes. */
function read(typed: string, decimals: number, min?: number, max?: number) {
  const text = typed.replace(/%$/, '').trim()
  const [, whole, part = ''] = /^(-?[1-9]\d{0,2})[.,](\d{3})$/.exec(text) ?? []
  const number = part ? `${whole}.${part}` : withPoint(text) || text
  if (!/^-?\d*\.?\d+$/.test(number)) return text && 'Enter a number'
  const { length } = number.split('.')[1]?.replace(/0+$/, '') ?? ''
  if (length > decimals)
    return decimals ? `At most ${decimals} decimals` : 'Enter a whole number, without point or comma'
  if (part && !outside(`${whole}${part}`, min, max))
    return `${text} can mean ${whole}${part} or ${part.endsWith('0') ? Number(number) : `${number}0`}: write the one that you mean`
  return Number(number)
}

/** A number, by a point or a comma. What can’t be read, or in two ways, stays as it is typed, and why is said. */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, decimalScale = 9, suffix, error, onChange, onBlur, ...look } = props
  const [typed, setTyped] = useKnownOf(value)
  const [isLeft, setLeft] = useState(true)
  const found = read(typed, decimalScale, min, max)
  const wrong = typeof found === 'string' ? found : ''
  return (
    <TextInput
      autoComplete="off"
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      {...look}
      {...unread(wrong !== '')}
      value={typed || (Number.isNaN(value) ? '' : value)}
      error={
        wrong ? (isLeft || !BEGUN.test(typed)) && wrong : error || (value !== '' && outside(value, min, max))
      }
      rightSection={suffix && <Text size="sm">{suffix}</Text>}
      rightSectionWidth={suffix && `${suffix.length + 2}ch`}
      rightSectionPointerEvents="none"
      onChange={({ currentTarget }) => {
        const next = read(currentTarget.value, decimalScale, min, max)
        const of = typeof next === 'number' ? next : next && Number.NaN
        setTyped(currentTarget.value, of)
        setLeft(false)
        onChange(of)
      }}
      onBlur={(event) => {
        setLeft(true)
        if (!wrong) setTyped('')
        onBlur?.(event)
      }}
    />
  )
}
