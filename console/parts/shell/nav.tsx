import { useLocation } from 'preact-iso/router'
import { PAGES } from '../../routes.ts'
import { common } from '../../words/common.ts'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import { type Me, useMe } from '../me.ts'

const SECTIONS = ['month', 'sellers', 'setup', 'admin'] as const

/** The pages of the menu that somebody may see, each with the path that it leads to. */
export const menuOf = (me: Me) =>
  PAGES.flatMap((page) => {
    const { menu, path, permissions: needed } = page
    if (!menu || needed?.some((one) => me.permissions.includes(one)) === false) return []
    const to = menu.to ? menu.to(me) : path
    return to === undefined ? [] : [{ ...page, path: to }]
  })

/** Roles that begin at another page than the first of their menu. */
const HOMES: Partial<Record<Me['role'], string>> = { finance: '/surcharges' }

/** Where somebody begins. */
export const homeOf = (me: Me) => HOMES[me.role] ?? menuOf(me)[0]?.path

/** The menu on the left. On a phone it is inside a sheet. */
export function Nav({ onChoose }: { onChoose?: () => void }) {
  const me = useMe()
  const { path } = useLocation()
  const pages = menuOf(me)
  return (
    <nav class="nav" aria-label={common.service}>
      {SECTIONS.map((section) => {
        const shown = pages.filter(({ menu }) => menu?.section === section)
        return shown.length === 0 ? null : (
          <div key={section} class="nav-section">
            <p class="nav-title">{common[section]}</p>
            {shown.map(({ path: to, menu }) => (
              <Link key={to} to={to} onClick={onChoose} aria-current={isHere(path, to) ? 'page' : undefined}>
                <Icon name={menu?.icon ?? ''} />
                {menu?.label}
              </Link>
            ))}
          </div>
        )
      })}
    </nav>
  )
}

/** Whether the page at `path` is this entry's or below it. */
function isHere(path: string, to: string) {
  const here = path.replace(/^\/console/, '') || '/'
  return to === '/' ? here === '/' : here === to || here.startsWith(`${to}/`)
}
