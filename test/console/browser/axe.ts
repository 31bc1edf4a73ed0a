import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { isLong } from '../../setup/form.ts'

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What WCAG 2.2 asks at level AA, and what axe advises beside it. */
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/** The rules that ask for colours: in dark no other finds what it has not found in light. */
const COLOURS = { ...RULES, runOnly: ['color-contrast', 'link-in-text-block'] }
const PHONE = 375

/**
 * Looks at a screen as it stands, in light; in the long form at its colours in dark, and on a phone, too: no violation of
 * axe's rules, and on the phone nothing to scroll to the right for. The page is left as it was.
 */
export async function checkAxe(t: Test, page: Page, name: string): Promise<void> {
  await page.locator('h1:not([inert] *)').first().waitFor() // the page is there, and not the one before it held still
  const wasDark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
  await page.emulateMedia({ colorScheme: 'light' })
  t.same(await violations(page, RULES), [], `${name} in light`)
  if (isLong) await checkOthers(t, page, name)
  await page.emulateMedia({ colorScheme: wasDark ? 'dark' : 'light' })
}

async function checkOthers(t: Test, page: Page, name: string) {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.emulateMedia({ colorScheme: 'dark' })
  t.same(await violations(page, COLOURS), [], `${name} in dark`)
  await page.setViewportSize({ width: PHONE, height })
  // The whole page at once: where it is scrolled to by chance, the bar above it covers a half of some link.
  await page.setViewportSize({ width: PHONE, height: Math.max(height, await page.evaluate<number>(TALL)) })
  t.same(await violations(page, RULES), [], `${name} at ${PHONE} px`)
  t.same(await page.evaluate(WIDE), [], `${name} at ${PHONE} px is no wider than the screen`)
  await page.setViewportSize({ width, height })
}

/** One line for each place that breaks a rule. The script comes by the debugger, which no policy of the page forbids. */
async function violations(page: Page, rules: typeof RULES): Promise<string[]> {
  await answered(page.evaluate(SETTLED), 'the end of what moves')
  if (!(await page.evaluate('window.axe !== undefined')))
    await answered(page.evaluate(AXE), 'the script of axe')
  return answered(page.evaluate<string[]>(found(rules)), 'the findings of axe')
}

/** How long a page may take to answer, on however busy a machine: Playwright itself bounds no script of a page. */
const PATIENCE_MS = 180_000

/** @throws when the page does not answer in time, with what was asked of it */
async function answered<T>(answer: Promise<T>, what: string): Promise<T> {
  const deadline = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_, fail) =>
    deadline.addEventListener('abort', () => fail(new Error(`The page does not answer: ${what}`))),
  )
  return Promise.race([answer, late])
}

// In the page's own words, for here nobody knows of a document.

/**
 * Two frames and the end of what moves: colours in between have no contrast. A page that nothing asks to paint may
 * get no frame, and a paused animation no end, so each wait has its own.
 */
const SETTLED = `(async () => {
  const atMost = (ms, wait) => Promise.race([wait, new Promise((done) => setTimeout(done, ms))])
  const frame = () => atMost(1000, new Promise(requestAnimationFrame))
  await frame()
  await frame()
  const moving = document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity)
  await atMost(5000, Promise.allSettled(moving.map(({ finished }) => finished)))
})()`

const found = (rules: typeof RULES) => `axe.run(document, ${JSON.stringify(rules)}).then(({ violations }) =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => [id, help, target.join(' '), failureSummary].join(': ')),
  ),
)`

const TALL = 'document.documentElement.scrollHeight'

/** What sticks out to the right where the whole page would have to be scrolled; nothing where it need not be. */
const WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const sticking = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  )
  return [scrollWidth + ' px', ...sticking.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
})()`
