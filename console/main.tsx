import './words/pseudo.ts'
import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { LocationProvider } from 'preact-iso/router'
import { queries } from './api/queries.ts'
import { session, startSession } from './api/session.ts'
import { App } from './app.tsx'
import { warm } from './routes.ts'

/** A link that is pointed at or focused loads its page before the click. */
function warmLinks({ target }: Event) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/console"]')
  if (link) warm(link.href)
}
addEventListener('mouseover', warmLinks, { passive: true })
addEventListener('focusin', warmLinks)

/** What one person has read is not shown to the next; whoever comes back sees what has changed meanwhile. */
let before = session.get()
session.listen(() => {
  const now = session.get()
  const isSame = 'userId' in before && 'userId' in now && before.userId === now.userId
  if (!isSame) queries.clear()
  else if (before.state === 'expired') queries.invalidateQueries().catch(() => {}) // shown where it is read
  before = now
})

warm(location.href) // the first page's script comes while the session is asked for
const started = startSession()
started.then(() => warm(location.href)).catch(() => {}) // App shows why, and a way to try again

render(
  <QueryClientProvider client={queries}>
    <LocationProvider scope="/console">
      <App started={started} />
    </LocationProvider>
  </QueryClientProvider>,
  document.getElementById('app') as HTMLElement,
)
