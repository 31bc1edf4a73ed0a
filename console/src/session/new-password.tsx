import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { asJson } from '../api/refusal.ts'
import icon from '../app/icon.svg'
import { Dialog, say, useDeed } from '../ui/dialog.tsx'
import { Dim } from '../ui/dim.tsx'
import { Nothing, Trouble } from '../ui/page.tsx'
import { useSession } from './session.ts'
import classes from './sign-in.module.css'

/** Where the link of an administrator leads. The secret stands behind the #, which no server is sent. */
export function Reset() {
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const sent = useMutation({
    mutationFn: () => asJson('POST', '/api/auth/password-reset', { token, new_password: password }),
  })
  return (
    <main className={classes.page}>
      <Stack component="header" gap={8} align="center" ta="center">
        <img src={icon} alt="" width={36} height={36} />
        <Title order={1}>Set a new password</Title>
      </Stack>
      {sent.isSuccess ? (
        <Nothing title="The password is set">
          <Button variant="filled" component="a" href={import.meta.env.BASE_URL} mt="sm">
            Sign in with it
          </Button>
        </Nothing>
      ) : token === '' ? (
        <Nothing title="This link is not complete">
          Open it as the administrator gave it to you, with all that stands behind the #.
        </Nothing>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (password && !sent.isPending) sent.mutate()
          }}
        >
          <Stack>
            <Dim>The link is good for one use, within an hour. You will be signed out everywhere.</Dim>
            <NewPassword value={password} onChange={setPassword} />
            {sent.error && <Trouble error={sent.error} title="The password is not set" />}
            <Button variant="filled" type="submit" disabled={!password} loading={sent.isPending}>
              Set the password
            </Button>
          </Stack>
        </form>
      )}
    </main>
  )
}

/** A new password of one’s own. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const sent = useDeed(
    () => api.POST('/api/auth/update-password', { body: { new_password: password } }),
    () => say('The password is changed.'),
  )
  return (
    <Dialog
      title="Change your password"
      label="Change the password"
      sent={sent}
      lacks={!password && 'Type the new password.'}
      onClose={onClose}
    >
      <Text size="sm">You are signed out everywhere else. Here you stay signed in.</Text>
      <NewPassword value={password} onChange={setPassword} />
    </Dialog>
  )
}

/** The eye in the field shows what was typed, so that it need not be typed twice. */
function NewPassword({ onChange, ...props }: { value: string; onChange: (value: string) => void }) {
  const session = useSession()
  // Not known before the service has answered, which has the last word.
  const least = 'start' in session ? session.start.password_min_length : 0
  const [isLeft, setLeft] = useState(false)
  return (
    <PasswordInput
      label="New password"
      description={`${least ? `At least ${least} characters: a` : 'A'} few words make a good one. The eye shows what you have typed.`}
      error={
        isLeft && props.value !== '' && [...props.value].length < least && `At least ${least} characters`
      }
      onBlur={() => setLeft(true)}
      autoComplete="new-password"
      data-autofocus
      autoFocus
      {...props}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
