import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { holdTable } from '../browser/hold.ts'
import { consoleService } from '../browser.ts'

// The four pictures of the README. They are written to plugins/console/screenshots/ with SCREENSHOTS=write, else to a
// folder of the test: so that they can always be made, and change only when somebody wants them to.

const { openConsole, app } = await consoleService(t, { changes: true })
const FOLDER =
  process.env.SCREENSHOTS === 'write'
    ? join(import.meta.dirname, '../../../plugins/console/screenshots')
    : t.testdir()
const MOST_BYTES = 120_000

/** Without what blinks or moves, so that the same page gives the same picture. */
async function picture(t: Test, page: Page, name: string) {
  await mkdir(FOLDER, { recursive: true })
  const path = join(FOLDER, name)
  await page.mouse.move(0, 0)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  const { size } = await stat(path)
  t.ok(size < MOST_BYTES, `${name} has ${size} bytes, fewer than ${MOST_BYTES}`)
}

t.test('the month at a glance', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: '/console?period=2026-10' })
  await page.getByText('Show as table').first().waitFor()
  await page.waitForLoadState('networkidle')
  await picture(t, page, 'overview.png')
})

t.test('why a seller has its score', async (t) => {
  const { page } = await openConsole(t, {
    as: 'am_head',
    path: '/console/sellers/S-1018?period=2026-10',
    scheme: 'dark',
  })
  await page.getByText('Show as table').first().waitFor()
  await page.waitForLoadState('networkidle')
  await picture(t, page, 'seller.png')
})

t.test('a month that is being calculated', async (t) => {
  const { page } = await openConsole(t, { as: 'ops_head', path: '/console/scores?period=2026-10' })
  await page.locator('tbody tr').first().waitFor()
  const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'monthly_scores')
  await page.getByRole('button', { name: 'Calculate again' }).click()
  await page.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  await picture(t, page, 'scores.png')
  await release()
  await page.getByText('Last calculation').waitFor()
})
