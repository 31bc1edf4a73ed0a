import { useEffect, useState } from 'preact/hooks'
import { ErrorBoundary } from 'preact-iso/lazy'
import { Route, Router, useLocation } from 'preact-iso/router'
import { useGo } from './parts/link.tsx'
import { Empty } from './parts/loaded.tsx'
import { useMe } from './parts/me.ts'
import { NotFound } from './parts/not-found.tsx'
import { Page } from './parts/page.tsx'
import { Problem } from './parts/problem.tsx'
import { homeOf } from './parts/shell/nav.tsx'
import { PAGES } from './routes.ts'
import { common } from './words/common.ts'

/** The page of the address, for whoever may see it. A page that fails leaves the menu usable. */
export function Pages() {
  const { permissions } = useMe()
  const { url } = useLocation()
  const [failed, setFailed] = useState<{ url: string; error: unknown } | null>(null)
  if (failed && failed.url === url)
    return (
      <Page title={common.broken}>
        <Problem error={failed.error} onRetry={() => location.reload()} />
      </Page>
    )
  return (
    <ErrorBoundary onError={(error: unknown) => setFailed({ url, error })}>
      <Router onRouteChange={focusTitle} onLoadStart={hold} onLoadEnd={release}>
        {PAGES.map(({ path: to, component, permissions: needed }) => (
          <Route
            key={to}
            path={to === '/' ? '/console' : `/console${to}`}
            component={
              needed && !needed.some((one) => permissions.includes(one))
                ? to === '/'
                  ? Home
                  : NotAllowed
                : component
            }
          />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}

/** Whoever may not see the overview begins at a page of their own. */
function Home() {
  const me = useMe()
  const go = useGo()
  const first = homeOf(me)
  useEffect(() => {
    if (first) go(first, true)
  })
  return first ? null : <NotAllowed />
}

const NotAllowed = () => (
  <Page title="Your role does not see this page">
    <Empty title="Ask an administrator for another role, or choose a page from the menu." />
  </Page>
)

/**
 * After a change of page, once the page is there, its title has the focus, so that a screen reader says where it is.
 * The dialog that led here closes first, and would take the focus back.
 */
const focusTitle = () =>
  setTimeout(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }), 50)

let held: HTMLElement | null = null

/** While the next page or tab loads, the one before is still seen: a form on it must not be sent once more. */
function hold() {
  held ??= document.activeElement as HTMLElement
  setInert(true)
}

/** What had the focus has it again, unless it went with its page. */
function release() {
  setInert(false)
  held?.focus()
  held = null
}

/** The first page has nothing around it yet. */
const setInert = (isInert: boolean) => document.getElementById('content')?.toggleAttribute('inert', isInert)
