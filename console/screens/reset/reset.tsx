import { useEffect, useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { NewPasswordFields } from '../../parts/forms/new-password-fields.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Logo } from '../../parts/shell/logo.tsx'

/** Where the link of an administrator leads: the new password of somebody who is not signed in. */
export default function Reset() {
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const reset = useSend('POST', '/api/auth/password-reset')
  useEffect(() => {
    document.title = 'Set a new password'
  }, [])
  function submit(event: Event) {
    event.preventDefault()
    if (password !== '') reset.mutate({ body: { token, new_password: password } })
  }
  return (
    <main class="sign-in">
      <div class="sign-in-head">
        <Logo />
        <h1>Set a new password</h1>
      </div>
      {reset.data ? (
        <Empty title="The password is set">
          <p>Sign in with it.</p>
          {/* A new document: whoever was signed in here is so no longer. */}
          <a class="button primary" href="/console" target="_self">
            Sign in
          </a>
        </Empty>
      ) : token === '' ? (
        <Empty title="This link is not complete">
          Open it as the administrator gave it to you, with all that stands behind the #.
        </Empty>
      ) : (
        <form class="stack login" onSubmit={submit}>
          <p class="faint">The link is good for one use, within an hour. All sessions of the account end.</p>
          <NewPasswordFields onValue={setPassword} />
          {reset.error && <Problem error={reset.error} />}
          <Button type="submit" class="primary" disabled={password === ''} busy={reset.isPending}>
            Set the password
          </Button>
        </form>
      )}
    </main>
  )
}
