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

/** Why a text can’t be taken for a number: also where it would be one without the thousands that somebody may mean. */
function faultOf(text: string, decimals: number) {
  const [, whole, part = ''] = /^(-?[1-9]\d{0,2})[.,](\d{3})$/.exec(text) ?? []
  const small = part.endsWith('0') ? Number(`${whole}.${part}`) : decimals > 3 && `${whole}.${part}0`
  if (part && small !== false)
    return `${text} can mean ${whole}${part} or ${small}: write the one that you mean`
  const number = withPoint(text) || text
  if (!/^-?\d*\.?\d+$/.test(number)) return 'Enter a number'
  const { length } = number.split('.')[1] ?? ''
  if (length <= decimals) return ''
  return decimals ? `At most ${decimals} decimals` : 'Enter a whole number'
}

/** A number, by a point or a comma. What can’t be read, or in two ways, stays as it is typed, and why is said. */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, decimalScale = 9, suffix, error, onChange, onBlur, ...look } = props
  const [typed, setTyped] = useKnownOf(value)
  const [isLeft, setLeft] = useState(true)
  const plain = (text: string) => text.replace(/%$/, '').trim()
  const faultIn = (text: string) => text && faultOf(text, decimalScale)
  const text = plain(typed)
  const wrong = faultIn(text)
  return (
    <TextInput
      autoComplete="off"
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      {...look}
      {...unread(wrong !== '')}
      value={typed || (Number.isNaN(value) ? '' : value)}
      error={
        wrong ? (isLeft || !BEGUN.test(text)) && wrong : error || (value !== '' && outside(value, min, max))
      }
      rightSection={suffix && <Text size="sm">{suffix}</Text>}
      rightSectionWidth={suffix && `${suffix.length + 2}ch`}
      rightSectionPointerEvents="none"
      onChange={({ currentTarget }) => {
        const next = plain(currentTarget.value)
        const of = next && (faultIn(next) ? Number.NaN : Number(withPoint(next) || next))
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
