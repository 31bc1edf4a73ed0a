import { Button, Text, Title } from '@mantine/core'
import icon from '../app/icon.svg'
import { nameOf } from '../ui/names.ts'
import { Login } from './login.tsx'
import { actAs, type Start } from './session.ts'
import classes from './sign-in.module.css'

/** The first page of somebody who is not known: people to choose in the demo, else a login. */
export const SignIn = ({ start }: { start: Start }) => (
  <main className={classes.page} data-demo={start.auth_mode === 'demo' || undefined}>
    <header>
      <img src={icon} alt="" width={36} height={36} />
      <Title order={1}>Seller Operating Score</Title>
      <Text c="dimmed">
        {start.auth_mode === 'demo'
          ? 'This is the demo. Choose who you are; you can be somebody else at any time.'
          : 'How well sellers work with you, each month, and why.'}
      </Text>
    </header>
    {start.auth_mode === 'demo' ? (
      <People people={start.people} />
    ) : (
      <>
        <Login identity={start.identity} />
        {start.identity === 'own' && (
          <Text size="sm" c="dimmed">
            Password forgotten? An administrator can give you a link to set a new one.
          </Text>
        )}
        {!isSecureContext && (
          <Text size="sm" c="dimmed">
            The connection to this address is not encrypted, so a reload asks for the password again.
          </Text>
        )}
      </>
    )}
  </main>
)

/** What a role is there for, in the order in which a month is worked. */
const TASKS: Record<Start['people'][number]['role'], string> = {
  bod: 'Sees and may do everything',
  admin: 'Accounts, keys and rules',
  ops_head: 'Calculates, reviews, recommends on appeals',
  am_head: 'Finalizes, decides appeals',
  am: 'Looks after a portfolio of sellers',
  seller: 'Sees its own score and what to do next',
  warehouse: 'Sees who is blocked',
  finance: 'Applies and waives surcharges',
  viewer: 'Reads everything',
  system: 'Sends facts',
  integration: 'Sends facts, reads scores and events',
}

const People = ({ people }: Pick<Start, 'people'>) => (
  <ul className={classes.roles}>
    {(Object.keys(TASKS) as (keyof typeof TASKS)[]).map((role) => {
      const found = people.filter((person) => person.role === role)
      return (
        found.length > 0 && (
          <li key={role}>
            <div>
              <Text fw={600} c="var(--strong)">
                {nameOf(role)}
              </Text>
              <Text size="sm" c="dimmed">
                {TASKS[role]}
              </Text>
            </div>
            <div className={classes.people}>
              {found.map(({ id, full_name }) => (
                <Button key={id} variant="default" size="compact-sm" onClick={() => actAs(id)}>
                  {full_name}
                </Button>
              ))}
            </div>
          </li>
        )
      )
    })}
  </ul>
)
