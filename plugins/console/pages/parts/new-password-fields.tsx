import { useState } from 'preact/hooks'
import { wordsOf } from '../words/words.ts'
import { TextField } from './field.tsx'

const words = wordsOf({
  password: 'New password',
  hint: 'At least 8 characters. A few words make a good one.',
  again: 'Once more',
  differs: 'The two differ.',
})

/** A new password, written twice; `onValue` is given it while both agree, else ''. */
export function NewPasswordFields({ onValue }: { onValue: (password: string) => void }) {
  const [[first, second], write] = useState<[string, string]>(['', ''])
  function change(next: [string, string]) {
    write(next)
    onValue(next[0] === next[1] ? next[0] : '')
  }
  return (
    <>
      <TextField
        label={words.password}
        hint={words.hint}
        type="password"
        autocomplete="new-password"
        maxLength={200}
        required
        value={first}
        onValue={(value) => change([value, second])}
      />
      <TextField
        label={words.again}
        error={second !== '' && second !== first ? words.differs : undefined}
        type="password"
        autocomplete="new-password"
        maxLength={200}
        required
        value={second}
        onValue={(value) => change([first, value])}
      />
    </>
  )
}
