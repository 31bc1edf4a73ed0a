import t from 'tap'
import { consoleService } from '../browser.ts'

const { openConsole } = await consoleService(t)

t.test('a page that does not come says so, and comes with the connection', async (t) => {
  const { page, context } = await openConsole(t, { as: 'bod', expect: { '': 0 } })
  await page.getByRole('heading', { name: 'Biggest falls' }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const menu = page.locator('.side nav')
  await menu.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('heading', { name: 'This page failed' }).waitFor()
  await page.getByRole('alert').getByText('Check your connection').waitFor()

  await context.setOffline(false)
  await menu.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'Biggest falls' }).waitFor()
  await menu.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
})
