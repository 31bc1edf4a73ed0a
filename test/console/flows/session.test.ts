import t, { type Test } from 'tap'
import { PATH, PHONE, settled } from '../browser/screen.ts'
import { consoleService, PASSWORD } from '../browser.ts'

// Who uses the console: chosen in the demo, signed in elsewhere; a form sent once, a session that ends, a lost password.

const demo = await consoleService(t, { changes: true })

t.test('in the demo a person is chosen by role, and may become another one', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: null, path: PATH, ...PHONE })
  await page.getByRole('heading', { name: 'Seller Operating Score' }).waitFor()
  await checkAxe('choose a person')
  await page.getByRole('region', { name: 'Finance' }).getByRole('button').first().tap()
  await settled(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  await page.getByRole('dialog').getByText('Finance').tap()
  await page.getByRole('menuitem', { name: 'Choose another person' }).tap()
  await page.getByRole('heading', { name: 'Seller Operating Score' }).waitFor()
})

t.test('a form is sent once, and what the service refuses is said at its field', async (t) => {
  const opening = { as: 'bod', path: `${PATH}/records/warehouses?open=new` } as const
  const { page, expectAnswers } = await demo.openConsole(t, opening)
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

t.test('a page whose script does not come says so, and opens once the network is back', async (t) => {
  const { page, expectAnswers } = await demo.openConsole(t, { as: 'bod', path: PATH })
  await settled(page)
  expectAnswers({ '': 0 })
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Surcharges', exact: true }).click()
  await page.getByText('The service could not be reached').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Surcharges' }).waitFor()
})

t.test('a session that ends asks again, and what was typed is sent', async (t) => {
  const verified = await consoleService(t, { mode: 'verified', changes: true })
  const opening = { as: null, path: `${PATH}/records/warehouses` } as const
  const { page, expectAnswers } = await verified.openConsole(t, opening)
  const where = { id: verified.user.bod.id }
  const { username } = await verified.app.db.prisma.user.findUniqueOrThrow({ where })
  expectAnswers({ 'POST /api/auth/session': 401, 'POST /api/warehouses': 401 })
  await page.getByLabel('Username or e-mail').fill(username)
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
  const opening = { as: 'admin', path: `${PATH}/records/users?search=${username}` } as const
  const admin = await verified.openConsole(t, opening)
  await admin.page.getByRole('table').getByRole('link').first().click()
  await admin.page.getByRole('button', { name: 'Make a password link' }).click()
  const dialog = admin.page.getByRole('dialog', { name: /^Make a password link/ })
  await dialog.getByRole('button', { name: 'Make a password link' }).click()
  const link = (await dialog.getByText(/^https?:/).textContent()) ?? ''
  const { page } = await verified.openConsole(t, { as: null, path: link })
  await page.getByLabel('New password').fill('four words make one')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('link', { name: 'Sign in with it' }).click()
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('four words make one')
  await page.keyboard.press('Enter')
  await settled(page)
}
