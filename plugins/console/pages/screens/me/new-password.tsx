import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { NewPasswordFields } from '../../parts/new-password-fields.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast } from '../../parts/toasts.tsx'
import { words } from './words.ts'

/** A new password of one's own. */
export function NewPassword() {
  const [password, setPassword] = useState('')
  const [times, setTimes] = useState(0)
  const change = useSend('POST', '/api/auth/update-password', {
    onDone: () => {
      toast(words.changed)
      setPassword('')
      setTimes(times + 1)
    },
  })
  function submit(event: Event) {
    event.preventDefault()
    if (password !== '') change.mutate({ body: { new_password: password } })
  }
  return (
    <form class="stack" onSubmit={submit}>
      <p class="faint">{words.changeText}</p>
      <NewPasswordFields key={times} onValue={setPassword} />
      {change.error && <Problem error={change.error} />}
      <p>
        <button
          type="submit"
          class="button primary"
          disabled={change.isPending || password === ''}
          aria-busy={change.isPending}
        >
          {words.change}
        </button>
      </p>
    </form>
  )
}
