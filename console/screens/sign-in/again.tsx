import { forget, type Start } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { Login } from './login.tsx'

interface Props {
  start: Start
  username: string
}

/** Asks for the password over the page that is open; the page and its forms stay as they are. */
export default function SignInAgain({ start, username }: Props) {
  return (
    <Dialog title="Your session has ended" open>
      <p>Sign in again: the page behind stays as it is, with all that you have typed.</p>
      <Login identity={start.identity} known={username} />
      <Button onClick={forget}>Sign in as someone else</Button>
    </Dialog>
  )
}
