import { forget, type Start } from '../../api/session.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Login } from './login.tsx'
import { words } from './words.ts'

interface Props {
  start: Start
  username: string
}

/** Asks for the password over the page that is open; the page and its forms stay as they are. */
export const SignInAgain = ({ start, username }: Props) => (
  <Dialog title={words.again} open>
    <p>{words.againText}</p>
    <Login identity={start.identity} known={username} />
    <button type="button" class="button" onClick={forget}>
      {words.someoneElse}
    </button>
  </Dialog>
)
