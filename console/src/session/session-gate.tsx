import { Button, Container, Modal, Stack, Text } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { router } from '../app/router.tsx'
import { Trouble, Waiting } from '../ui/page.tsx'
import { Reset } from './new-password.tsx'
import { beginAnew, RESET_PATH, startSession, useSession } from './session.ts'
import { Login, SignIn } from './sign-in.tsx'

/** Nobody sees a page before it is known who looks; a session that ends asks again over the page that is open. */
export function SessionGate() {
  const session = useSession()
  if (location.pathname === RESET_PATH) return <Reset />
  if (session.state === 'asking' || session.state === 'failed')
    return (
      <Container py="xl">
        {session.state === 'asking' ? (
          <Waiting rows={6} />
        ) : (
          <Trouble error={session.error} onRetry={() => void startSession()} />
        )}
      </Container>
    )
  if (session.state === 'signed-out') return <SignIn start={session.start} />
  return (
    <>
      <RouterProvider router={router} />
      {session.state === 'expired' && (
        <Modal opened onClose={() => {}} withCloseButton={false} title="Your session has ended">
          <Stack>
            <Text>Sign in again: the page behind stays as it is, with all that you have typed.</Text>
            <Login start={session.start} known={session.username} />
            <Button onClick={beginAnew}>Sign in as someone else</Button>
          </Stack>
        </Modal>
      )}
    </>
  )
}
