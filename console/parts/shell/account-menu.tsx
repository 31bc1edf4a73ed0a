import { chooseDemoPerson, session, signOut } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { common } from '../../words/common.ts'
import { roleName } from '../../words/roles.ts'
import { Icon } from '../icon.tsx'
import { useGo } from '../link.tsx'
import { useMe } from '../me.ts'
import { Menu } from '../menu.tsx'
import { toastError } from '../toasts.tsx'
import { setSingleKeys, singleKeys } from './keys.ts'

/** Who I am, and what is mine to choose: person (in the demo), colours, keys, sign out. */
export function AccountMenu() {
  const { user, role } = useMe()
  const now = useStore(session)
  const go = useGo()
  const others = now.state === 'demo' ? (now.start.people ?? []).filter(({ id }) => id !== now.userId) : []
  return (
    <Menu
      label={`${user.username} ${roleName(role)}: Who I am`}
      class="account"
      items={[
        ...firstOfEachRole(others).map((person) => ({
          label: `${roleName(person.role)} · ${person.username}`,
          icon: 'people',
          onChoose: () => chooseDemoPerson(person.id),
        })),
        { label: 'My account', icon: 'lock', onChoose: () => go('/me') },
        { label: `Colours: ${common[themeNow()]}`, icon: 'sun', onChoose: () => setTheme(next(themeNow())) },
        {
          label: singleKeys.get() ? 'Switch single keys off' : 'Switch single keys on',
          icon: 'keys',
          onChoose: () => setSingleKeys(!singleKeys.get()),
        },
        { label: 'API documentation', icon: 'external', onChoose: () => location.assign('/docs') },
        { label: 'Sign out', icon: 'close', onChoose: leave },
      ]}
    >
      <span class="avatar" data-initial={user.username.slice(0, 1).toUpperCase()} />
      <span class="account-name">
        <span>{user.username}</span> <span class="faint small">{roleName(role)}</span>
      </span>
      <Icon name="down" />
    </Menu>
  )
}

/** Without an answer nothing has ended: that must be said. */
const leave = () => signOut().catch(toastError)

const firstOfEachRole = <Person extends { role: string }>(people: Person[]) =>
  people.filter(({ role }, index) => people.findIndex((one) => one.role === role) === index)

const next = (theme: 'system' | 'light' | 'dark') =>
  (({ system: 'light', light: 'dark', dark: 'system' }) as const)[theme]

const KEY = 'sos.theme'

type Theme = 'system' | 'light' | 'dark'

function themeNow(): Theme {
  const chosen = localStorage.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Chooses the colours, for this browser. */
function setTheme(theme: Theme) {
  if (theme === 'system') {
    localStorage.removeItem(KEY)
    delete document.documentElement.dataset.theme
    return
  }
  localStorage.setItem(KEY, theme)
  document.documentElement.dataset.theme = theme
}
