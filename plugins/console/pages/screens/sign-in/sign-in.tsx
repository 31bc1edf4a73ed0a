import { chooseDemoPerson, type DemoPerson, type Start } from '../../api/session.ts'
import { Logo } from '../../parts/logo.tsx'
import { common } from '../../words/common.ts'
import { roleName, roleTask } from '../../words/roles.ts'
import { Login } from './login.tsx'
import { words } from './words.ts'

/** The first page of somebody who is not known: people to choose in the demo, else a login. */
export const SignIn = ({ start }: { start: Start }) => (
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
        {start.identity === 'own' && <p class="faint small">{words.forgotten}</p>}
        {!isSecureContext && <p class="faint small">{words.noTls}</p>}
      </>
    )}
  </main>
)

const People = ({ people }: { people: DemoPerson[] }) => (
  <>
    <h2>{words.choosePerson}</h2>
    <p class="faint">{words.choosePersonText}</p>
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
