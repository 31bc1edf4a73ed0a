import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Trouble } from '../ui/page.tsx'
import { type Start, signIn } from './session.ts'

/** A name, which may be known already, and a password; the service decides which identity they belong to. */
export function Login({ start, known = '' }: { start: Start; known?: string }) {
  const form = useForm({
    initialValues: { login: known, password: '' },
    validate: {
      login: (login) => (login.trim() ? null : 'Give your username or e-mail address.'),
      password: (password) => (password ? null : 'Give your password.'),
    },
  })
  const isOwn = start.identity === 'own'
  const sent = useMutation({
    mutationFn: ({ login, password }: typeof form.values) => signIn(start, login.trim(), password),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!sent.isPending) sent.mutate(values)
      })}
    >
      <Stack>
        <TextInput
          label={isOwn ? 'Username or e-mail' : 'E-mail'}
          description={!isOwn && 'Your organisation checks the password.'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
          {...form.getInputProps('login')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          autoFocus={known !== ''}
          {...form.getInputProps('password')}
        />
        {sent.error && <Trouble error={sent.error} title="Not signed in" />}
        <Button variant="filled" type="submit" loading={sent.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
