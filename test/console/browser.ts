import type { BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Role } from '../../src/platform/access/roles.ts'
import { checkAxe } from './browser/axe.ts'
import { beforeEnd } from './browser/before-end.ts'
import { openBrowser } from './browser/chromium.ts'
import {
  type Mode,
  PASSWORD,
  type Service,
  type Settings,
  sharedService,
  startService,
} from './browser/service.ts'
import { type Expected, watch } from './browser/watch.ts'

export { PASSWORD } from './browser/service.ts'

/** How a page is opened. */
export interface Opening {
  /** Who uses it: a role, which stands for its first user of the demo, the id of a user, or null for nobody yet. */
  as: Role | number | null
  /** Where it begins. Default: /console. */
  path?: string
  /** In CSS pixels. Default: 1280 × 800. */
  width?: number
  height?: number
  /** Default: light. */
  scheme?: 'light' | 'dark'
  /** true: by a finger on a phone or a tablet, which has no pointer. */
  isTouch?: boolean
  /** Answers of 400 and more that are no mistake, by the beginning of what is asked: `{ 'PUT /api/config': 412 }`. */
  expect?: Expected
}

/** How long an element may take to come about, on however busy a machine: it only bounds a hang. */
const PATIENCE_MS = 120_000

/**
 * The console in a real browser against the real service with the whole demo.
 * @param changes true: a service and a database for this test alone. Else it shares them, and must only read
 * @param settings of a service for this test alone
 */
export async function consoleService(
  t: Test,
  { mode = 'demo', changes = false, settings }: { mode?: Mode; changes?: boolean; settings?: Settings } = {},
) {
  const browser = await openBrowser()
  const service = changes || settings ? await startService(t, mode, settings) : await sharedService(mode)
  const { origin } = service

  /**
   * A window of its own, signed in. The test fails when the page does what it must not do: errors, violations of its
   * policy, requests to other hosts, unexpected answers.
   */
  async function openConsole(t: Test, opening: Opening) {
    const { as, path = '/console', width = 1280, height = 800, scheme = 'light', isTouch = false } = opening
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce', // what moves is drawn sixty times a second by a machine without graphics
      hasTouch: isTouch,
      isMobile: isTouch,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      acceptDownloads: true,
    })
    t.teardown(() => context.close())
    context.setDefaultTimeout(PATIENCE_MS)
    await signIn(service, context, as)
    const { page, expect: expectAnswers } = await openTab(t, context, path, opening)
    return {
      page,
      context,
      /** Answers of 400 and more are no mistake from now on. */
      expectAnswers,
      /** axe in light, in dark and at 375 px, where the page is no wider than the screen. */
      checkAxe: (name: string) => checkAxe(t, page, name),
      /** Another tab of the same person. */
      openTab: async (path = '/console') => (await openTab(t, context, path, opening)).page,
    }
  }

  async function openTab(t: Test, context: BrowserContext, path: string, opening: Opening) {
    const page: Page = await context.newPage()
    const { problems, expect } = watch(page, origin)
    expect(opening.expect ?? {})
    // Whoever has never signed in is told so when the page asks for the next token.
    expect({ 'POST /api/auth/session/token': 401 })
    beforeEnd(t, () => t.same(problems, [], `nothing went wrong on ${path}`))
    await page.goto(path)
    return { page, expect }
  }

  return { ...service, openConsole }
}

/** Where the page keeps who acts in the demo (console/src/session). */
const CHOSEN = 'sos.demo-user'

/** As the page would do it; in the demo by what it remembers of the choice, else by the cookie of a session. */
async function signIn({ app, mode, user, origin }: Service, context: BrowserContext, as: Opening['as']) {
  if (as === null) return
  const id = typeof as === 'number' ? as : user[as].id
  if (mode === 'demo') {
    const remember = `sessionStorage.getItem('${CHOSEN}') ?? sessionStorage.setItem('${CHOSEN}', '${id}')`
    await context.addInitScript(`if (location.origin === '${origin}') ${remember}`)
    return
  }
  const account = await app.db.row<{ username: string }>('select username from users where id = $1', [id])
  const answer = await context.request.post('/api/auth/session', {
    data: { login: account?.username, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`user ${id} can't sign in: ${answer.status()} ${await answer.text()}`)
}
