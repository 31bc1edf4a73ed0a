import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { DESK, PATH, PHONE, settled, WIDE } from '../browser/screen.ts'
import { consoleService, PASSWORD } from '../browser.ts'

// The console by finger on a phone and by mouse at a desk, in light and in dark; and how people sign in.

const demo = await consoleService(t, { changes: true })
const ENTRIES = [
  'Overview',
  'Scores',
  'Sellers',
  'Appeals',
  'Surcharges',
  'Campaigns',
  'Rules',
  'Import',
  'Settings',
]
const PAGES: Record<string, string> = {
  Overview: '',
  Scores: '/scores',
  Seller: '/sellers/S-1001',
  Accounts: '/records/users',
  'New campaign': '/records/campaigns?open=new',
  Rules: '/rules',
  Import: '/import',
  Settings: '/settings',
}

/** The overview is called what it has found out, the rules are called the one that is open. */
const titleOf = (entry: string) => (['Overview', 'Rules'].includes(entry) ? undefined : entry)

t.test('in the demo a person is chosen by role, and may become another one', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: null, path: PATH, ...PHONE })
  await page.getByRole('heading', { name: 'Seller Operating Score' }).waitFor()
  await checkAxe('choose a person')
  await page.getByRole('region', { name: 'Finance' }).getByRole('button').first().tap()
  await settled(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Finance/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Choose another person' }).tap()
  await page.getByRole('heading', { name: 'Seller Operating Score' }).waitFor()
})

for (const scheme of ['light', 'dark'] as const)
  t.test(`every entry of the menu opens by a finger on a ${scheme} phone`, async (t) => {
    const { page } = await demo.openConsole(t, { as: 'bod', path: PATH, scheme, ...PHONE })
    await settled(page)
    for (const entry of ENTRIES) {
      await page.getByRole('button', { name: 'Menu', exact: true }).tap()
      const link = page.getByRole('dialog').getByRole('link', { name: entry, exact: true })
      await link.tap()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await settled(page, titleOf(entry))
      t.equal(await page.evaluate(WIDE), 0, `${entry} is no wider than the screen`)
    }
    if (scheme === 'light') await openAll(page, (name) => page.getByRole('button', { name }).first().tap())
  })

t.test('every entry of the menu opens by a mouse', async (t) => {
  const { page } = await demo.openConsole(t, { as: 'bod', path: PATH, ...DESK })
  await settled(page)
  for (const entry of ENTRIES) {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: entry, exact: true })
      .click()
    await page.locator('nav a[aria-current=page]', { hasText: entry }).waitFor()
    await settled(page, titleOf(entry))
  }
  await openAll(page, (name) => page.getByRole('button', { name }).first().click())
  await page.keyboard.press('Control+k')
  await page.keyboard.type('amber')
  await page.locator('.mantine-Spotlight-action', { hasText: 'Amber' }).first().waitFor()
  await page.keyboard.press('Escape')
})

/** A form, a record, a deed and the palette: what opens is seen, and has the cursor. */
async function openAll(page: Page, press: (name: string | RegExp) => Promise<void>) {
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(`${PATH}/records/users`)
  await press('New account')
  await dialog.getByLabel('Username').waitFor()
  await dialog.locator('input:focus').waitFor()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByText('Required').first().waitFor()
  await close()
  await page.goto(`${PATH}/records/campaigns?status=upcoming`)
  await settled(page)
  await page.getByRole('table').getByRole('link').first().click()
  await dialog.getByRole('button', { name: 'Cancel the campaign' }).click()
  const deed = page.getByRole('dialog', { name: /^Cancel the campaign/ })
  await deed.getByText('no longer count').waitFor()
  await page.keyboard.press('Escape')
  await deed.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Cancel the campaign' }).waitFor() // the record behind stays open
  await page.goto(`${PATH}/scores`)
  await settled(page)
  await press(/^Search/)
  await page.getByPlaceholder('A seller, a page').fill('new warehouse')
  await page.locator('.mantine-Spotlight-action', { hasText: 'New warehouse' }).click()
  await dialog.getByLabel('Code').waitFor()
  await close()
}

t.test('no page breaks a rule of axe', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path: PATH, ...DESK })
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(`${PATH}${path}`)
    await settled(page)
    await checkAxe(name)
  }
})

t.test('a form is sent once, and what the service refuses is said at its field', async (t) => {
  const { page, expectAnswers } = await demo.openConsole(t, {
    as: 'bod',
    path: `${PATH}/records/warehouses?open=new`,
  })
  let sent = 0
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/warehouses', async (route) => {
    if (route.request().method() === 'POST') sent += 1
    await isLetGo
    await route.continue()
  })
  expectAnswers({ 'POST /api/warehouses': [400, 409] })
  const { body } = await demo.call('bod', 'GET', '/api/warehouses')
  await page.getByLabel('Code').fill(body.data[0].code)
  await page.getByLabel('Name').fill('Another')
  for (let times = 0; times < 3; times += 1) await page.getByLabel('Name').press('Enter')
  letGo()
  await page.locator('[role=alert], [aria-invalid=true]').first().waitFor()
  t.equal(sent, 1)
  await page.getByLabel('Code').fill('WH-NEXT')
  await page.getByRole('button', { name: 'Create warehouse' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Another' }).waitFor()
  const { data } = (await demo.call('bod', 'GET', '/api/warehouses')).body
  t.equal(data.filter(({ name }: { name: string }) => name === 'Another').length, 1)
})

t.test('a session that ends asks again, and what was typed is sent', async (t) => {
  const verified = await consoleService(t, { mode: 'verified', changes: true })
  const { page, expectAnswers } = await verified.openConsole(t, {
    as: null,
    path: `${PATH}/records/warehouses`,
  })
  const { username } = await verified.app.db.prisma.user.findUniqueOrThrow({
    where: { id: verified.user.bod.id },
  })
  expectAnswers({ 'POST /api/auth/session': 401, 'POST /api/warehouses': 401 })
  await page.getByLabel('Name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'New warehouse' }).click()
  await page.getByLabel('Code').fill('WH-KEPT')
  await page.getByLabel('Name').fill('Kept')
  await page.route('**/api/auth/session/token', (route) =>
    route.fulfill({ status: 401, json: { error: 'The session has ended.' } }),
  )
  await page.route('**/api/warehouses', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { error: 'The token has ended.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Create warehouse' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.waitFor()
  await page.unrouteAll()
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  t.equal(await page.getByLabel('Code').inputValue(), 'WH-KEPT')
  await page.getByRole('button', { name: 'Create warehouse' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Kept' }).waitFor()
  await testLink(t, verified, username)
})

/** An administrator makes a link by which a person who has forgotten the password sets a new one. */
async function testLink(t: Test, verified: Awaited<ReturnType<typeof consoleService>>, username: string) {
  const admin = await verified.openConsole(t, {
    as: 'admin',
    path: `${PATH}/records/users?search=${username}`,
  })
  await admin.page.getByRole('table').getByRole('link').first().click()
  await admin.page.getByRole('button', { name: 'Let the person set a password' }).click()
  const dialog = admin.page.getByRole('dialog', { name: /^Let the person/ })
  await dialog.getByRole('button', { name: 'Let the person' }).click()
  const link = (await dialog.getByText(/^https?:/).textContent()) ?? ''
  const { page } = await verified.openConsole(t, { as: null, path: link })
  await page.getByLabel('New password').fill('four words make one')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('link', { name: 'Sign in with it' }).click()
  await page.getByLabel('Name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('four words make one')
  await page.keyboard.press('Enter')
  await settled(page)
}
