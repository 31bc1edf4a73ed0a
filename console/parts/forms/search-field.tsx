import { useEffect, useRef, useState } from 'preact/hooks'
import { TextField } from './field.tsx'

/** How long nobody types before the list is asked for. */
const STILL_MS = 250

interface Props {
  label: string
  type?: 'search' | 'text'
  placeholder?: string
  maxLength?: number
  value: string
  onValue: (value: string) => void
}

/** A text that narrows a list, given on once nobody types. What changes it from outside, as Back does, is shown. */
export function SearchField({ value, onValue, type: kind = 'search', maxLength = 200, ...shown }: Props) {
  const [typed, type] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value !== sent.current) type(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      onValue(typed)
    }, STILL_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class={kind === 'search' ? 'grow' : undefined}>
      <TextField {...shown} type={kind} maxLength={maxLength} value={typed} onValue={type} />
    </div>
  )
}
