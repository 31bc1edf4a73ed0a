import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { LocationProvider } from 'preact-iso/router'
import { queries } from './api/queries.ts'
import { startSession } from './api/session.ts'
import { App } from './app.tsx'
import { warm } from './routes.ts'

/** A link that is pointed at or focused loads its page before the click. */
function warmLinks({ target }: Event) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/console"]')
  if (link) warm(link.href)
}
addEventListener('mouseover', warmLinks, { passive: true })
addEventListener('focusin', warmLinks)

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
