import { useState } from 'preact/hooks'
import { asApiError } from '../api/errors.ts'
import { chooseDemoPerson, type DemoPerson, type Start, signIn } from '../api/session.ts'
import { TextField } from '../parts/field.tsx'
import { Problem } from '../parts/problem.tsx'
import { Logo } from '../parts/shell.tsx'
import { common } from '../words/common.ts'
import { ROLES } from '../words/roles.ts'

/** The first page of somebody who is not known: people to choose in the demo, else a login. */
export const SignIn = ({ start }: { start: Start }) => (
  <main class="sign-in">
    <div class="sign-in-head">
      <Logo />
      <h1>{common.service}</h1>
    </div>
    {start.auth_mode === 'demo' ? <People people={start.people ?? []} /> : <Login />}
  </main>
)

const People = ({ people }: { people: DemoPerson[] }) => (
  <>
    <h2>{common.choosePerson}</h2>
    <p class="faint">{common.choosePersonText}</p>
    <ul class="people">
      {people.map(({ id, username, role }) => (
        <li key={id}>
          <button type="button" class="person" onClick={() => chooseDemoPerson(id)}>
            <span class="avatar" aria-hidden="true">
              {username.slice(0, 1).toUpperCase()}
            </span>
            <span>
              <strong>{username}</strong>
              <span class="faint small">{ROLES[role] ?? role}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  </>
)

/** A name and a password; the service decides which identity they belong to. */
export function Login({ known = '' }: { known?: string }) {
  const [login, setLogin] = useState(known)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function submit(event: Event) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      await signIn(login, password)
    } catch (failure) {
      setError(asApiError(failure))
      setBusy(false)
    }
  }
  return (
    <form class="stack login" onSubmit={submit}>
      <TextField label={common.login} value={login} onValue={setLogin} autocomplete="username" required />
      <TextField
        label={common.password}
        type="password"
        value={password}
        onValue={setPassword}
        autocomplete="current-password"
        required
      />
      {error !== null && <Problem error={error} />}
      <button type="submit" class="button primary" disabled={busy} aria-busy={busy}>
        {common.signIn}
      </button>
    </form>
  )
}
