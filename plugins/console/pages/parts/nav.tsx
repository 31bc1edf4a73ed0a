import { useLocation } from 'preact-iso/router'
import { PAGES } from '../routes.ts'
import { common } from '../words/common.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { type Me, useMe } from './me.ts'

const SECTIONS = ['month', 'sellers', 'setup', 'admin'] as const

/** The pages of the menu that somebody may see. */
export const menuOf = ({ permissions }: Pick<Me, 'permissions'>) =>
  PAGES.filter(
    ({ menu, permissions: needed }) => menu && (needed?.some((one) => permissions.includes(one)) ?? true),
  )

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
