import t from 'tap'
import { ROLES } from '../../../src/platform/access/roles.ts'
import { consoleService } from '../browser.ts'

const { openConsole } = await consoleService(t)

/** One of each home: axe takes its time. The board sees every page of the menu. */
const HOMES = ['warehouse', 'finance', 'system', 'integration', 'seller']

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
