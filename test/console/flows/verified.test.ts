import t from 'tap'
import { consoleService, PASSWORD } from '../browser.ts'

// Where passwords are asked for: what signing in takes, and what outlives a reload.

const { openConsole, app, user } = await consoleService(t, { mode: 'verified' })
const nameOf = async (id: number) =>
  (await app.db.row<{ username: string }>('select username from users where id = $1', [id]))?.username ?? ''

t.test('a person signs in with a password and is still signed in after a reload', async (t) => {
  const { page, checkAxe, expectAnswers } = await openConsole(t, { as: null })
  const name = await nameOf(user.ops_head.id)
  await page.locator('input[type=password]').waitFor()
  await checkAxe('sign in')
  expectAnswers({ 'POST /api/auth/session': 401 })
  await page.locator('input').first().fill(name)
  await page.locator('input[type=password]').fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('nav').first().waitFor()
  await page.reload()
  await page.locator('nav').first().waitFor()
  t.equal(await page.locator('input[type=password]').count(), 0)
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
  t.notMatch(kept, /eyJ|secure-sos/i, 'no script can read a token')
})

t.test('a second tab of the same person asks for nothing', async (t) => {
  const { openTab } = await openConsole(t, { as: 'finance' })
  const second = await openTab('/console')
  await second.locator('nav').first().waitFor()
  t.equal(await second.locator('input[type=password]').count(), 0)
})
