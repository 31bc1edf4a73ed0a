import { chooseDemoPerson, type DemoPerson, type Start } from '../../api/session.ts'
import { Logo } from '../../parts/shell/logo.tsx'
import { common } from '../../words/common.ts'
import { roleName, roleTask } from '../../words/roles.ts'
import { Login } from './login.tsx'

/** The first page of somebody who is not known: people to choose in the demo, else a login. */
export default function SignIn({ start }: { start: Start }) {
  return (
    <main class="sign-in">
      <div class="sign-in-head">
        <Logo />
        <h1>{common.service}</h1>
      </div>
      {start.auth_mode === 'demo' ? (
        <People people={start.people ?? []} />
      ) : (
        <>
          <Login identity={start.identity} />
          {start.identity === 'own' && (
            <p class="faint small">
              Password forgotten? An administrator can give you a link to set a new one.
            </p>
          )}
          {!isSecureContext && (
            <p class="faint small">
              This address has no TLS: your browser keeps no session, so a reload asks for the password again.
            </p>
          )}
        </>
      )}
    </main>
  )
}

const People = ({ people }: { people: DemoPerson[] }) => (
  <>
    <h2>Who are you?</h2>
    <p class="faint">
      This is the demo: choose a person, and see what this role sees. You can switch at any time.
    </p>
    <ul class="people">
      {people.map(({ id, username, full_name, role }) => (
        <li key={id}>
          <button type="button" class="person" onClick={() => chooseDemoPerson(id)}>
            <span class="avatar" aria-hidden="true">
              {username.slice(0, 1).toUpperCase()}
            </span>
            <span>
              <strong>{roleName(role)}</strong>
              <span dir="auto">
                {full_name} · {username}
              </span>
              <span class="faint small">{roleTask(role)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  </>
)
