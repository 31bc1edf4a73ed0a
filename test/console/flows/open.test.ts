import t from 'tap'
import { ROLES } from '../../../src/platform/access/roles.ts'
import { consoleService } from '../browser.ts'

const { openConsole } = await consoleService(t)

/** One of each home: axe takes its time. The board sees every page of the menu. */
const HOMES = ['warehouse', 'finance', 'system', 'seller']

for (const role of ROLES)
  t.test(`${role} opens every page of the menu and is refused nothing`, async (t) => {
    const { page, checkAxe } = await openConsole(t, { as: role })
    await page.waitForSelector('h1')
    await page.waitForLoadState('networkidle')
    if (HOMES.includes(role)) await checkAxe(`the home of ${role}`)
    const links = page.locator('.side nav a')
    t.ok(await links.count(), 'there is a menu')
    for (const link of await links.all()) {
      const name = await link.textContent()
      await link.click()
      await page.locator(`.side nav a[aria-current=page]`, { hasText: name ?? '' }).waitFor()
      await page.locator('h1').waitFor()
      await page.waitForLoadState('networkidle')
      if (role === 'bod') await checkAxe(name ?? '')
    }
  })

t.test('a page whose files do not come says so, and comes once they do', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', expect: { 'GET /console/assets': 0 } })
  await page.waitForSelector('h1')
  await page.route('**/assets/audit-*', (route) => route.abort())
  const link = page.locator('.side nav a', { hasText: 'Audit' })
  await link.hover()
  await link.click()
  await page.getByText('Its files did not come').waitFor()
  await page.unroute('**/assets/audit-*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
})
