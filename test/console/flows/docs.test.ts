import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { consoleService } from '../browser.ts'

// The harness fails a test on errors, violations of the page's policy and requests to other hosts.

const { openConsole } = await consoleService(t)
const open = async (t: Parameters<typeof openConsole>[0], path: string, more = {}) =>
  (await openConsole(t, { as: null, path, ...more })).page

/** Where the reader is, by the first heading that is not above the screen. */
const AT = `[...document.querySelectorAll('h1, h2, h3')].find(
  (heading) => heading.getBoundingClientRect().top >= 0 && heading.innerText,
)?.innerText.trim()`

t.test('the page opens with its guides, in the sidebar too', async (t) => {
  const page = await open(t, '/docs')
  await page.getByRole('heading', { name: 'First score' }).waitFor()
  t.equal(await page.title(), 'Seller Operating Score API')
  for (const guide of ['First score', 'Signing in', 'Paging', 'Idempotency', 'Versioning'])
    await page.locator('aside').getByText(guide, { exact: true }).waitFor()
  await page.locator('aside').getByText('Paging', { exact: true }).click()
  await page.getByText('Every list takes page, from 1').waitFor()
  await page.waitForFunction(`${AT} === 'Paging'`)
})

t.test('a link with the name of an operation leads to it, that of the page before as well', async (t) => {
  for (const hash of ['#tag/sos/getScoreExplanation', '#/sos/getScoreExplanation']) {
    const page = await open(t, `/docs${hash}`)
    await page.getByRole('heading', { name: 'Why a score is what it is' }).last().waitFor()
    await page.waitForFunction(`${AT} === 'Why a score is what it is'`)
    await page.getByText('/api/sos/sellers/S-1018/score/explanation').first().waitFor()
  }
})

t.test('the search finds an operation by its name', async (t) => {
  const page = await open(t, '/docs')
  await page.getByRole('heading', { name: 'First score' }).waitFor()
  await page.getByRole('search').first().click()
  await page.keyboard.type('getScoreExplanation')
  await page.getByRole('option', { name: /Why a score is what it is/ }).click()
  await page.waitForFunction(`${AT} === 'Why a score is what it is'`)
  t.match(page.url(), /#tag\/sos\/getScoreExplanation$/)
})

t.test('on a phone and in the dark nothing has to be scrolled to the right for', async (t) => {
  const page = await open(t, '/docs', { width: 375, scheme: 'dark' })
  await page.getByRole('heading', { name: 'First score' }).waitFor()
  t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await page.waitForFunction(`document.body.classList.contains('dark-mode')`)
})

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What Scalar's own parts break: the field of a credential, colours of code, regions that scroll, the search button, and
 * buttons of operations that it draws as they come near. Our guides have no fields and no buttons.
 */
const THEIRS = [
  'aria-input-field-name',
  'aria-required-attr',
  'color-contrast',
  'scrollable-region-focusable',
  'aria-allowed-attr',
  'aria-allowed-role',
  'button-name',
]

t.test('axe finds nothing serious, but in parts of the library', async (t) => {
  const page = await open(t, '/docs')
  await page.getByRole('heading', { name: 'First score' }).waitFor()
  const found = await serious(page)
  t.same(
    found.filter((rule) => !THEIRS.includes(rule)),
    [],
  )
})

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id))`)
}
