import { useEffect, useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { Empty } from '../../parts/loaded.tsx'
import { Logo } from '../../parts/logo.tsx'
import { NewPasswordFields } from '../../parts/new-password-fields.tsx'
import { Problem } from '../../parts/problem.tsx'
import { words } from './words.ts'

/** Where the link of an administrator leads: the new password of somebody who is not signed in. */
export function Reset() {
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const reset = useSend('POST', '/api/auth/password-reset')
  useEffect(() => {
    document.title = words.title
  }, [])
  function submit(event: Event) {
    event.preventDefault()
    if (password !== '') reset.mutate({ body: { token, new_password: password } })
  }
  return (
    <main class="sign-in">
      <div class="sign-in-head">
        <Logo />
        <h1>{words.title}</h1>
      </div>
      {reset.data ? (
        <Empty title={words.done}>
          <p>{words.doneText}</p>
          {/* A new document: whoever was signed in here is so no longer. */}
          <a class="button primary" href="/console" target="_self">
            {words.signIn}
          </a>
        </Empty>
      ) : token === '' ? (
        <Empty title={words.noToken}>{words.noTokenText}</Empty>
      ) : (
        <form class="stack login" onSubmit={submit}>
          <p class="faint">{words.text}</p>
          <NewPasswordFields onValue={setPassword} />
          {reset.error && <Problem error={reset.error} />}
          <button
            type="submit"
            class="button primary"
            disabled={reset.isPending || password === ''}
            aria-busy={reset.isPending}
          >
            {words.set}
          </button>
        </form>
      )}
    </main>
  )
}
