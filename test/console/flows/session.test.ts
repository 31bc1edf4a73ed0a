import type { Page } from 'playwright-core'
import t from 'tap'
import { PATH, PHONE, settled } from '../browser/screen.ts'
import { consoleService, PASSWORD } from '../browser.ts'

// Who uses the console: chosen in the demo, signed in elsewhere; a form sent once, a session that ends, a lost password.

const demo = await consoleService(t, { changes: true })

t.test('in the demo a person is chosen by role, and may become another one', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: null, path: PATH, ...PHONE })
  await page.getByRole('heading', { name: 'Seller Operating Score' }).waitFor()
  await checkAxe('choose a person')
  await page.getByLabel('Search').fill('nobody at all')
  await page.getByText('Nobody fits').waitFor()
  await page.getByLabel('Search').fill('finance')
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
  expectAnswers({ 'POST /api/warehouses': [0, 400, 409] })
  const { body } = await demo.call('bod', 'GET', '/api/warehouses')
  await page.getByLabel('Code').fill(body.data[0].code)
  await page.getByLabel('Name').fill('Another')
  for (let times = 0; times < 3; times += 1) await page.getByLabel('Name').press('Enter')
  await page.keyboard.press('Escape') // what is under way stays in sight
  letGo()
  await page.locator('[role=alert], [aria-invalid=true]').first().waitFor()
  t.equal(sent, 1)
  await page.getByLabel('Code').fill('WH-NEXT')
  await page.route('**/api/warehouses', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await page.getByRole('button', { name: 'Create warehouse' }).click()
  await page.getByText('The service could not be reached').waitFor()
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
  const path = `${PATH}/records/warehouses`
  const { page } = await verified.openConsole(t, { as: null, path, expect: { '': [0, 401] } })
  await logIn(page, 'board', 'not the password')
  await page.getByRole('alert').waitFor()
  await logIn(page, 'board', PASSWORD)
  await page.getByRole('button', { name: 'New warehouse' }).click()
  await page.getByLabel('Code').fill('WH-KEPT')
  await page.getByLabel('Name').fill('Kept')
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  const end = () => page.route('**/api/**', (route) => route.fulfill({ status: 401, json: {} }))
  await end()
  await page.getByRole('button', { name: 'Create warehouse' }).click()
  await again.waitFor()
  await page.unrouteAll()
  await logIn(page, 'board', PASSWORD)
  await again.waitFor({ state: 'detached' })
  t.equal(await page.getByLabel('Code').inputValue(), 'WH-KEPT')
  await page.getByRole('button', { name: 'Create warehouse' }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Kept' }).waitFor()
  await end()
  await page.getByLabel('Name').fill('Changed')
  await page.getByRole('button', { name: 'Save' }).click()
  await again.waitFor()
  await page.unrouteAll()
  await logIn(page, 'finance', PASSWORD) // a page of their own
  await page.getByRole('button', { name: /Finance$/ }).click()
  await page.route('**/api/auth/session', (route) => route.abort())
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('You are still signed in').waitFor()
  // An administrator makes a link by which a person who has forgotten the password sets a new one.
  const opening = { as: 'admin', path: `${PATH}/records/users?search=board` } as const
  const admin = await verified.openConsole(t, opening)
  await admin.page.getByRole('table').getByRole('link').first().click()
  await admin.page.getByRole('button', { name: 'Make a password link' }).click()
  const dialog = admin.page.getByRole('dialog', { name: /^Make a password link/ })
  await dialog.getByRole('button', { name: 'Make a password link' }).click()
  const link = (await dialog.getByText(/^https?:/).textContent()) ?? ''
  const { page: open } = await verified.openConsole(t, { as: null, path: link })
  await open.getByLabel('New password').fill('four words make one')
  await open.getByRole('button', { name: 'Set the password' }).click()
  await open.getByRole('link', { name: 'Sign in with it' }).click()
  await logIn(open, 'board', 'four words make one')
  await settled(open)
})

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
