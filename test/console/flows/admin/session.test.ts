import type { Page } from 'playwright-core'
import t from 'tap'
import { consoleService, PASSWORD } from '../../browser.ts'

// Where passwords are asked for: what a session outlives, what ends it, and what nobody can steal.

const { openConsole, app, user } = await consoleService(t, { mode: 'verified', changes: true })

const NO_SESSION = { 'POST /api/auth/session/token': 401 }
const nameOf = async (id: number) =>
  (await app.db.row<{ username: string }>('select username from users where id = $1', [id]))?.username ?? ''

async function signIn(page: Page, login: string, password = PASSWORD) {
  await page.getByLabel('Name or e-mail').fill(login)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Ends all sessions as if their time had come: what every process remembers of tokens is forgotten too. */
async function endAllSessions() {
  await app.db.rows('delete from sessions')
  app.identities.forget()
}

t.test('a session outlives a reload; its cookie is for the service alone', async (t) => {
  const { page, context, checkAxe } = await openConsole(t, { as: null, expect: NO_SESSION })
  await page.getByLabel('Password').waitFor()
  await checkAxe('sign in')
  await signIn(page, await nameOf(user.bod.id))
  await page.locator('nav').first().waitFor()
  const cookies = await context.cookies()
  t.match(cookies, [
    { name: '__Secure-sos', path: '/api/auth/session', httpOnly: true, secure: true, sameSite: 'Strict' },
  ])
  t.equal(cookies.length, 1)
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('.sign-in')) globalThis.sawLogin = true
  }).observe(document, { childList: true, subtree: true })`)
  await page.reload()
  await page.locator('nav').first().waitFor()
  t.equal(await page.evaluate('globalThis.sawLogin'), undefined, 'a login does not even flash')
  const kept = await page.evaluate(
    `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`,
  )
  t.notMatch(kept, /eyJ|sosc_/, 'no script can read a token')
  t.notMatch(page.url(), /eyJ|sosc_/)

  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
  ]
  for (const headers of foreign) {
    const forged = await context.request.post('/api/auth/session/token', { headers })
    t.equal(forged.status(), 403, JSON.stringify(headers))
    t.equal(forged.headers()['x-error-code'], 'origin_not_allowed')
  }
})

t.test('a session that ends asks again over a form that is half filled', async (t) => {
  const path = `/console/people?open=${user.viewer.id}`
  const { page, checkAxe, expectAnswers } = await openConsole(t, { as: 'admin', path })
  const name = page.getByLabel('Full name')
  await name.fill('Half a na')
  const { x, y } = (await name.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 40, y + 8)
  await page.mouse.down()
  await page.mouse.move(4, y + 8, { steps: 4 })
  await page.mouse.up()
  t.equal(await name.inputValue(), 'Half a na', 'text may be selected out of the dialog')
  await endAllSessions()
  expectAnswers({ 'PATCH /api/users': 401, 'GET /api/': 401, 'POST /api/auth/session': 401 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your session has ended').waitFor()
  await checkAxe('signed out over a form')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByText('Your session has ended').waitFor()
  t.equal(await page.getByLabel('Name or e-mail').inputValue(), await nameOf(user.admin.id))
  await page.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Your session' }).getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Your session has ended').waitFor({ state: 'detached' })
  t.equal(await name.inputValue(), 'Half a na', 'the form is as it was')
  await name.fill('Half a name, and the rest')
  await page.getByRole('button', { name: 'Save' }).click()
  await name.waitFor({ state: 'detached' })
  const saved = await app.db.row('select full_name from users where id = $1', [user.viewer.id])
  t.match(saved, { full_name: 'Half a name, and the rest' })
})

t.test('two tabs share a session; to sign out in one ends the other', async (t) => {
  const { page, openTab, context, expectAnswers } = await openConsole(t, { as: 'finance' })
  await page.locator('nav').first().waitFor()
  const second = await openTab('/console/me')
  await second.getByRole('button', { name: 'Sign out' }).click()
  await second.getByLabel('Name or e-mail').waitFor()
  await page.getByLabel('Password').waitFor()
  t.same(await context.cookies(), [], 'the cookie is gone')
  expectAnswers(NO_SESSION)
  await page.reload()
  await page.getByLabel('Password').waitFor()
  await signIn(page, await nameOf(user.finance.id))
  await page.locator('nav').first().waitFor()
  await second.locator('nav').first().waitFor()
  t.pass('to sign in in one signs in the other')
})

t.test('another person in the second tab sends nothing that the first one typed', async (t) => {
  const path = `/console/people?open=${user.viewer.id}`
  const { page, openTab, expectAnswers } = await openConsole(t, { as: 'admin', path })
  await page.getByLabel('Full name').fill('As the administrator')
  const second = await openTab('/console/me')
  await second.getByRole('button', { name: 'Sign out' }).click()
  await second.getByLabel('Name or e-mail').waitFor()
  expectAnswers(NO_SESSION)
  await signIn(second, await nameOf(user.bod.id))
  await page.getByRole('button', { name: /^board Board/ }).waitFor()
  const { full_name } = (await app.db.row<{ full_name: string }>(
    'select full_name from users where id = $1',
    [user.viewer.id],
  )) ?? { full_name: '' }
  t.not(full_name, 'As the administrator')
})

t.test('an own password is changed, and goes on here', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'am', path: '/console/me' })
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Once more').fill('short')
  await checkAxe('my account')
  await page.getByLabel('New password').fill('seven green glass bottles')
  await page.getByLabel('Once more').fill('seven green glass bottles')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('The password is changed; all').waitFor()
  t.equal(await page.getByLabel('New password').inputValue(), '', 'it stands nowhere any more')
  await page.reload()
  await page.getByRole('heading', { name: 'My account' }).waitFor()
})

t.test('whoever tries too often is told when to come back', async (t) => {
  const { page } = await openConsole(t, {
    as: null,
    expect: { ...NO_SESSION, 'POST /api/auth/session': [401, 429] },
  })
  const wait = page.getByText(/Try again in \d+ second/)
  const login = await nameOf(user.warehouse.id)
  for (let tries = 0; tries < 20 && (await wait.count()) === 0; tries += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/session'))
    await signIn(page, login, 'not the password')
    await answered
    await page.getByRole('alert').waitFor()
  }
  await wait.waitFor()
  t.equal(await page.getByLabel('Name or e-mail').inputValue(), login, 'what was typed stays')
})
