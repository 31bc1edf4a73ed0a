import { useState } from 'preact/hooks'
import { TextField } from './field.tsx'

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
        label="New password"
        hint="At least 8 characters. A few words make a good one."
        type="password"
        autocomplete="new-password"
        maxLength={200}
        required
        value={first}
        onValue={(value) => change([value, second])}
      />
      <TextField
        label="Once more"
        error={second !== '' && second !== first ? 'The two differ.' : undefined}
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
