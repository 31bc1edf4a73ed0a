import t from 'tap'
import { consoleService } from '../browser.ts'

const { openConsole, call } = await consoleService(t, { changes: true })

const MARKUP = '<b>Bold</b> & "Sons" <img src=x onerror=alert(1)>'
const RIGHT_TO_LEFT = 'شركة التجارة المحدودة'
const LONG = `${'Unbreakable'.repeat(18)}AB`

t.test('a new seller is one whatever its name, and breaks no page', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'ops_head',
    path: '/console/sellers',
    expect: { 'GET /api/sos/sellers/T-': 404 },
  })
  for (const [index, name] of [MARKUP, RIGHT_TO_LEFT, LONG].entries()) {
    await page.goto('/console/sellers')
    await page.getByRole('button', { name: 'New seller' }).click()
    await page.getByLabel('Seller code').fill(`T-${index}`)
    await page.getByLabel('Company name').fill(name)
    await page.getByRole('button', { name: 'Create the seller' }).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByText('No score for').waitFor()
  }
  await checkAxe('a seller without a score')
  await page.goto('/console/sellers?search=T-')
  await page.getByText(MARKUP).waitFor()
  await checkAxe('a list of odd names')
})

t.test('a code that is taken leaves the form as it was typed', async (t) => {
  const { page } = await openConsole(t, {
    as: 'ops_head',
    path: '/console/sellers',
    expect: { 'POST /api/sellers': 409 },
  })
  await page.getByRole('button', { name: 'New seller' }).click()
  await page.getByLabel('Seller code').fill('S-1001')
  await page.getByLabel('Company name').fill('Twice')
  await page.getByRole('button', { name: 'Create the seller' }).click()
  await page.getByRole('alert').waitFor()
  t.equal(await page.getByLabel('Company name').inputValue(), 'Twice')
})

t.test('of two who edit, the second sees both versions and loses nothing', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'ops_head',
    path: '/console/sellers/S-1001?tab=record',
    expect: { 'PATCH /api/sellers/S-1001': 412 },
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Company name').fill('Mine Ltd')
  await call('bod', 'PATCH', '/api/sellers/S-1001', { company_name: 'Theirs Ltd', payment_terms_days: 45 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('cell', { name: 'Theirs Ltd' }).waitFor()
  t.equal(await page.getByLabel('Company name').inputValue(), 'Mine Ltd', 'what was typed is there')
  await checkAxe('both versions')
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await page.getByRole('heading', { name: 'Mine Ltd' }).waitFor()
  const { body } = await call('bod', 'GET', '/api/sellers/S-1001')
  t.match(body, { company_name: 'Mine Ltd', payment_terms_days: 45 }, 'what only the other changed stands')
})

t.test('a suspended seller is blocked, until Undo', async (t) => {
  const { page } = await openConsole(t, { as: 'ops_head', path: '/console/sellers/S-1002?tab=record' })
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Orders of this seller are blocked.').waitFor()
  t.equal((await call('bod', 'GET', '/api/sellers/S-1002')).body.status, 'suspended')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Orders of this seller are blocked.').waitFor({ state: 'detached' })
  t.equal((await call('bod', 'GET', '/api/sellers/S-1002')).body.status, 'active')
})

t.test('an exception is made, ended, and taken back', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'am_head',
    path: '/console/sellers/S-1004?tab=exceptions',
  })
  await page.getByRole('button', { name: 'New exception' }).click()
  await page.getByLabel('Reason').fill('The dock was flooded')
  await page.getByRole('button', { name: 'Create the exception' }).click()
  await page.getByText('The dock was flooded').waitFor()
  await checkAxe('exceptions')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('Ended', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'End', exact: true }).waitFor()
})

t.test('a connection that is lost leaves the form and the sliders as they are', async (t) => {
  const { page, context } = await openConsole(t, {
    as: 'ops_head',
    path: '/console/sellers/S-1005?tab=record',
    expect: { any: 0 },
  })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Payment terms').fill('21')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByText('The service does not answer.').waitFor()
  t.equal(await page.getByLabel('Payment terms').inputValue(), '21')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  t.equal((await call('bod', 'GET', '/api/sellers/S-1005')).body.payment_terms_days, 21)
})

t.test('a tab whose files do not come says so, and comes once they do', async (t) => {
  const path = '/console/sellers/S-1018'
  const { page } = await openConsole(t, { as: 'ops_head', path, expect: { 'GET /console/assets': 0 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle') // from now on only the tab's files are asked for
  await page.route('**/assets/*.js', (route) => route.abort())
  const tab = page.locator('.tabs').getByRole('link', { name: 'Exceptions' })
  await tab.click()
  await page.getByText('did not come from the service').waitFor()
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 2, name: 'Exceptions' }).waitFor()
})
