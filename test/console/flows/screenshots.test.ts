import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { LAST } from '../../setup/months.ts'
import { holdTable } from '../browser/hold.ts'
import { consoleService } from '../browser.ts'

// The four pictures of the README. They are written to console/screenshots/ with SCREENSHOTS=write, else to a
// folder of the test: so that they can always be made, and change only when somebody wants them to.

const { openConsole, app, call } = await consoleService(t, { changes: true })
const FOLDER =
  process.env.SCREENSHOTS === 'write'
    ? join(import.meta.dirname, '../../../console/screenshots')
    : t.testdir()
const MOST_BYTES = 120_000

/** As WebP, which takes half of what Chromium's PNG takes. */
async function picture(t: Test, page: Page, name: string) {
  await page.mouse.move(0, 0)
  const chromium = await page.context().newCDPSession(page)
  const { data } = await chromium.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  const bytes = Buffer.from(data, 'base64')
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, name), bytes)
  t.ok(bytes.length < MOST_BYTES, `${name} has ${bytes.length} bytes, fewer than ${MOST_BYTES}`)
}

t.test('the month at a glance', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: `/console?period=${LAST}` })
  await page.getByText('Show as table').first().waitFor()
  await page.waitForLoadState('networkidle')
  await picture(t, page, 'overview.webp')
})

t.test('why a seller has its score', async (t) => {
  const { page } = await openConsole(t, {
    as: 'am_head',
    path: `/console/sellers/S-1018?period=${LAST}`,
    scheme: 'dark',
  })
  await page.getByText('Show as table').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page
    .getByRole('heading', { name: 'From 100 to the total' })
    .evaluate('(title) => title.scrollIntoView()')
  await page.mouse.wheel(0, -90)
  await picture(t, page, 'seller.webp')
})

t.test('a month that is being calculated', async (t) => {
  const { page } = await openConsole(t, { as: 'ops_head', path: `/console/scores?period=${LAST}` })
  await page.locator('tbody tr').first().waitFor()
  const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'monthly_scores')
  await page.getByRole('button', { name: 'Calculate again' }).click()
  await page.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  await picture(t, page, 'scores.webp')
  await release()
  await page.getByText('Last calculation').waitFor()
})

t.test('a curve that is changed, with what it would do', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/o-score')).body
  const { id } = data.find(({ metric }: { metric: string }) => metric === 'on_time_ready_rate')
  const { page } = await openConsole(t, { as: 'bod', path: `/console/rules/o-score/${id}?period=${LAST}` })
  const points = page.getByLabel('Points of point 3')
  await points.waitFor()
  const preview = page.waitForResponse((answer) => answer.url().endsWith('/api/config/preview'))
  await points.fill(String(Number(await points.inputValue()) - 15))
  await preview
  await page.waitForLoadState('networkidle')
  await picture(t, page, 'rule.webp')
})
