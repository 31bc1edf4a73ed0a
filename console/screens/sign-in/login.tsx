import { useState } from 'preact/hooks'
import { asApiError } from '../../api/errors.ts'
import { type Start, signIn } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { Problem } from '../../parts/problem.tsx'

interface Props {
  identity: Start['identity']
  /** Who was signed in. */
  known?: string
}

/** A name and a password; the service decides which identity they belong to. */
export function Login({ identity, known = '' }: Props) {
  const [login, setLogin] = useState(known)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function submit(event: Event) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await signIn(login.trim(), password)
    } catch (failure) {
      setError(asApiError(failure))
      setBusy(false)
    }
  }
  return (
    <form class="stack login" onSubmit={submit}>
      <TextField
        label="Name or e-mail"
        hint={
          identity === 'external'
            ? 'With the e-mail address, your organisation checks the password.'
            : undefined
        }
        value={login}
        onValue={setLogin}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        maxLength={254}
        required
        autofocus={known === ''}
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onValue={setPassword}
        autocomplete="current-password"
        maxLength={1000}
        required
        autofocus={known !== ''}
      />
      {error !== null && <Problem error={error} />}
      <Button type="submit" class="primary" busy={busy}>
        Sign in
      </Button>
    </form>
  )
}
