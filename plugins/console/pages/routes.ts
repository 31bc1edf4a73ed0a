import type { AnyComponent, ComponentType } from 'preact'
import { exec } from 'preact-iso/router'
import { queries, queryOf } from './api/queries.ts'
import { session } from './api/session.ts'
import type { Answer } from './api/types.ts'
import { lazyPage } from './parts/lazy-page.tsx'
import type { Me } from './parts/me.ts'
import { adminPages } from './routes/admin.ts'
import { casePages } from './routes/cases.ts'
import { monthPages } from './routes/month.ts'
import { sellerPages } from './routes/sellers.ts'
import { setupPages } from './routes/setup.ts'
import { feedPages } from './routes/setup-feeds.ts'
import { type Area, loadStyles } from './styles/load.ts'
import { wordsOf } from './words/words.ts'

type Permission = Answer<'GET', '/api/console/context'>['permissions'][number]

/** A page of the console. */
export interface Page {
  /** Without `/console`: `/sellers/:code`. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** Who holds one of these sees the page. */
  permissions?: Permission[]
  /** The page asks for the same at once; started here it comes beside the page's script. `query` is the address's. */
  reads?: (names: Record<string, string>, query: Record<string, string>) => void
  /** The entry in the menu; pages without one are led to by others. */
  menu?: {
    section: 'month' | 'sellers' | 'setup' | 'admin'
    label: string
    icon: string
    key?: string
    /** Where it leads, for a path with names in it; undefined: it is not for this person. */
    to?: (me: Me) => string | undefined
  }
}

export interface LoadedPage extends Page {
  component: AnyComponent & { preload: () => Promise<unknown> }
}

/** Every page, in the order of the menu. */
export const PAGES: LoadedPage[] = [
  ...loaded(monthPages),
  ...loaded(sellerPages, 'sellers'),
  ...loaded(casePages, 'cases'),
  ...loaded(setupPages, 'rules'),
  ...loaded(feedPages, 'ops'),
  ...loaded(adminPages, 'admin'),
]

/** Pages whose scripts, and whose area's styles, come when they are needed. */
function loaded(pages: Page[], area?: Area): LoadedPage[] {
  return pages.map((page) => ({
    ...page,
    menu: page.menu && { ...page.menu, ...wordsOf({ label: page.menu.label }) },
    component: lazyPage(async () => {
      const [module] = await Promise.all([page.load(), area && loadStyles(area)])
      return module.default
    }),
  }))
}

const warmed = new Set<string>()

/** Loads a page's script and, for whoever is signed in, starts its reads, before the click. */
export function warm(href: string) {
  const { pathname, searchParams } = new URL(href, location.origin)
  if (warmed.has(href)) return
  for (const { path, component, permissions, reads } of PAGES) {
    const found = exec(pathname.replace(/^\/console/, '') || '/', path)
    if (!found) continue
    component.preload().catch(() => {}) // the click tries again and says what failed
    if (!('userId' in session.get())) return
    warmed.add(href)
    setTimeout(() => warmed.delete(href), 10_000)
    if (reads) ifMay(permissions, () => reads(found.params, Object.fromEntries(searchParams)))
    return
  }
}

/** Reads ahead only what the page would be given, once it is known who looks. */
function ifMay(permissions: Permission[] | undefined, read: () => void) {
  queries
    .ensureQueryData(queryOf('/api/console/context'))
    .then((me) => permissions?.some((one) => me.permissions.includes(one)) !== false && read())
    .catch(() => {}) // the page asks again and shows why
}
