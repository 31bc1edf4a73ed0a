import type { AnyComponent } from 'preact'
import { exec } from 'preact-iso/router'
import { queries, queryOf } from './api/queries.ts'
import { session } from './api/session.ts'
import { lazy } from './parts/lazy.tsx'
import type { Page, Permission } from './routes/page.ts'
import { AREAS } from './routes/pages.ts'
import { type Area, loadStyles } from './styles/load.ts'
import { common } from './words/common.ts'

interface LoadedPage extends Page {
  component: AnyComponent & { preload: () => Promise<unknown> }
}

/** Every page, in the order of the menu. */
export const PAGES: LoadedPage[] = AREAS.flatMap(([area, pages]) => loaded(pages, area))

/** Pages whose scripts, and whose area's styles, come when they are needed. */
function loaded(pages: Page[], area?: Area): LoadedPage[] {
  return pages.map((page) => ({
    ...page,
    component: lazy(
      async () => {
        const [module] = await Promise.all([page.load(), area && loadStyles(area)])
        return module
      },
      { title: common.broken },
    ),
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
    component.preload() // the click tries again and says what failed
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
