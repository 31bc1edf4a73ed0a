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

for (const path of ['/console/sellers?search=S-1002', '/console/sellers/S-1002?tab=record'])
  t.test(`who blocks a seller on ${path} is told whom and what follows, and says why`, async (t) => {
    const seller = async () => (await call('bod', 'GET', '/api/sellers/S-1002')).body
    const { company_name, id } = await seller()
    const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path })
    await page.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog', { name: `Suspend ${company_name} (S-1002)?` })
    await dialog.getByText('none of its orders may be shipped').waitFor()
    t.equal((await seller()).status, 'active', 'a click blocks nobody')
    const suspend = dialog.getByRole('button', { name: 'Suspend' })
    await dialog.getByLabel('Reason').fill(' too   short ')
    t.ok(await suspend.isDisabled(), 'that is no reason')
    await checkAxe('suspending a seller')
    await dialog.getByLabel('Reason').fill('Three invoices are overdue')
    await suspend.click()
    await page.getByText('S-1002 is suspended: its orders are blocked.').waitFor()
    t.equal((await seller()).status, 'suspended')
    const [last] = (await call('bod', 'GET', `/api/audit?entity=seller&entity_id=${id}&limit=1`)).body.data
    t.match(last.after, { status: 'suspended', status_reason: 'Three invoices are overdue' })

    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('S-1002 is active again.').waitFor()
    t.equal((await seller()).status, 'active')
  })

t.test('an exception is made, ended, and taken back', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'am_head',
    path: '/console/sellers/S-1004?tab=exceptions',
  })
  await page.getByRole('button', { name: 'New exception' }).click()
  const create = page.getByRole('button', { name: 'Create the exception' })
  await page.getByText('it has no end').waitFor()
  t.ok(await create.isDisabled(), 'a reason is missing')
  await page.getByLabel('To', { exact: true }).fill('2099-12-31')
  await page.getByText('it has no end').waitFor({ state: 'detached' })
  await page.getByLabel('Reason').fill('  ')
  t.ok(await create.isDisabled(), 'blanks are no reason')
  await page.getByLabel('Reason').fill('The dock was flooded')
  await create.click()
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
