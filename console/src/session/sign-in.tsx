import { Box, Button, NavLink, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { ChevronRightIcon, SearchIcon } from 'lucide-react'
import { useState } from 'react'
import icon from '../app/icon.svg'
import { Dim } from '../ui/dim.tsx'
import { nameOf, rolesInWords } from '../ui/names.ts'
import { Nothing, Trouble } from '../ui/page.tsx'
import { actAs, type Start, signIn } from './session.ts'
import classes from './sign-in.module.css'

/** The first page of somebody who is not known: people to choose in the demo, else a login. */
export const SignIn = ({ start }: { start: Start }) => (
  <main className={classes.page}>
    <Stack component="header" gap={8} align="center" ta="center">
      <img src={icon} alt="" width={40} height={40} />
      <Title order={1}>Seller Operating Score</Title>
      <Text c="dimmed">
        {start.auth_mode === 'demo'
          ? 'No password is needed. Choose a user; you can change it at any time.'
          : 'How well sellers work with you, each month, and why.'}
      </Text>
    </Stack>
    {start.auth_mode === 'demo' ? (
      <People people={start.people} />
    ) : (
      <Stack gap={20} w="min(100%, 380px)" mx="auto" p={28} bd="1px solid var(--line)" bdrs={12}>
        <Login start={start} />
        {start.identity === 'own' && (
          <Dim>Password forgotten? An administrator can let you set a new one.</Dim>
        )}
        {!isSecureContext && (
          <Dim>The connection to this address is not encrypted, so a reload asks for the password again.</Dim>
        )}
      </Stack>
    )}
  </main>
)

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

/** From so many people on a search is worth its place. */
const MANY = 8

/** Everybody who can be chosen, a line each, under the role. */
function People({ people }: Pick<Start, 'people'>) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const groups = rolesInWords()
    .map(({ role, sentence }) => ({
      role,
      sentence,
      found: people
        .filter((one) => one.role === role)
        .filter(({ full_name, company_name, warehouse_name }) =>
          `${full_name} ${nameOf(role)} ${company_name} ${warehouse_name}`.toLowerCase().includes(wanted),
        ),
    }))
    .filter(({ found }) => found.length > 0)
  return (
    <div>
      {people.length > MANY && (
        <TextInput
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="Name or role"
          aria-label="Search"
          leftSection={<SearchIcon size={16} />}
          mb="lg"
        />
      )}
      {groups.map(({ role, sentence, found }) => (
        <section key={role} className={classes.role} aria-label={nameOf(role)}>
          <div>
            <Title order={2}>{nameOf(role)}</Title>
            <Dim>{sentence}</Dim>
          </div>
          <ul>
            {found.map(({ id, full_name, company_name, warehouse_name }) => (
              <li key={id}>
                <NavLink
                  component="button"
                  px={10}
                  py={7}
                  bdrs="md"
                  label={
                    <Text span c="var(--strong)">
                      {full_name}
                      <Dim span ml="xs">
                        {company_name ?? warehouse_name}
                      </Dim>
                    </Text>
                  }
                  rightSection={<ChevronRightIcon size={16} />}
                  onClick={() => actAs(id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <Box ta="center">
          <Nothing title={people.length ? 'Nobody fits' : 'There is nobody to choose yet'}>
            {people.length === 0 &&
              'On the server, “npm run create-user -- --username me --role bod --email me@example.com” makes an account. Then reload the page.'}
          </Nothing>
        </Box>
      )}
    </div>
  )
}
