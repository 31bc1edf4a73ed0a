import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { holdTable } from '../browser/hold.ts'
import { consoleService } from '../browser.ts'

// Flow 3: a month is calculated, and seen by everybody while it is.

const { openConsole, call, app } = await consoleService(t, { changes: true })
const PATH = `/console/scores?period=${LAST}`
const runs = async () => (await call('bod', 'GET', `/api/sos/runs?period=${LAST}`)).body

t.test('a calculation survives a reload and is seen in a second tab and by others', async (t) => {
  const before = await runs()
  const { page, openTab, checkAxe } = await openConsole(t, { as: 'am_head', path: PATH })
  const other = await openConsole(t, { as: 'viewer', path: PATH })
  const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'monthly_scores')

  await page.getByRole('button', { name: 'Calculate again' }).click()
  await page.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  t.ok(await page.getByRole('button', { name: 'Calculate again' }).isDisabled(), 'it is not begun twice')
  await checkAxe('scores while calculating')

  await page.reload()
  await page.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  const second = await openTab(PATH)
  await second.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  await other.page.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  const now = await runs()
  t.equal(now.total, before.total + 1, 'one run in all')
  const id = now.data[0].id

  await release()
  for (const tab of [page, second, other.page]) {
    await tab.getByText('Last calculation').waitFor()
    await tab.getByRole('link', { name: `Run ${id}` }).waitFor()
  }
  const [done] = (await runs()).data
  t.equal(done.status, 'completed')
  await page.getByText(`${done.sellers_scored} sellers scored`).first().waitFor()
  await page.getByRole('link', { name: `${done.unrated} sellers unrated` }).click()
  await page.waitForURL(/tier=Unrated/)
  const reason = done.unrated_reasons[0].reason.replace('on_time_ready_rate', 'Ready on time')
  await page.getByText(reason).first().waitFor()

  await page.getByRole('link', { name: `Run ${id}` }).click()
  await page.getByRole('heading', { name: `Run ${id}` }).waitFor()
  await page.getByText('Completed').first().waitFor()
  await checkAxe('a run')
})

t.test('a lost connection tells, and the calculation goes on', async (t) => {
  // A database of its own: a month that was just calculated is calculated again without a write, so it waits for none.
  const { openConsole, app } = await consoleService(t, { changes: true })
  const { page, context } = await openConsole(t, { as: 'ops_head', path: PATH, expect: { 'GET /': 0 } })
  await page.locator('tbody tr').first().waitFor()
  const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'monthly_scores')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Calculate again' }).click()
  await page.getByText('The service does not answer').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('progressbar', { name: 'Calculating' }).waitFor()
  await context.setOffline(true)
  await release()
  await context.setOffline(false)
  await page.getByText('Last calculation').waitFor()
  t.equal(await page.locator('tbody tr').count(), 50, 'the list stayed')
})
