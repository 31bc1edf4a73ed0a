import t from 'tap'
import { ROLES } from '../../../src/platform/access/roles.ts'
import { consoleService } from '../browser.ts'

const { openConsole } = await consoleService(t)

/** One of each home: axe takes its time. */
const HOMES = ['bod', 'warehouse', 'finance', 'system', 'seller']

for (const role of ROLES)
  t.test(`${role} opens the console and is refused nothing`, async (t) => {
    const { page, checkAxe } = await openConsole(t, { as: role })
    await page.waitForSelector('h1')
    await page.waitForLoadState('networkidle')
    if (HOMES.includes(role)) await checkAxe(`the home of ${role}`)
  })
