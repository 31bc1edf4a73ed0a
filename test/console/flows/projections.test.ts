import t from 'tap'
import type { Role } from '../../../src/platform/access/roles.ts'
import { projectAll } from '../../projections/setup.ts'
import { consoleService } from '../browser.ts'

// Where the running month may end: of one seller, and of all that may lose their tier.

const service = await consoleService(t, { changes: true })
const { openConsole, call } = service

const { current_period, periods } = (await call('bod', 'GET', '/api/console/context')).body
const past = periods.find(({ period }: { period: string }) => period < current_period).period

interface Row {
  seller_code: string
  expected_total: number
  below_last_final: number
}
const atRisk = async (role: Role, query = ''): Promise<{ data: Row[]; total: number }> =>
  (await call(role, 'GET', `/api/sos/projections?risk=0.3${query}`)).body

t.test('before the first night the list says what fills it', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path: '/console/projections?risk=0' })
  await page.getByText(/^No projections of/).waitFor()
  await checkAxe('no projections')
})

t.test('from the list to a seller, and back', async (t) => {
  await projectAll(service, 100)
  const { data } = await atRisk('ops_head', '&limit=50')
  const [first] = data
  if (!first) throw new Error('Nobody of the demo is at risk.')
  const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path: '/console' })
  await page.getByRole('link', { name: 'At risk' }).click()
  await page.getByRole('heading', { name: 'Sellers at risk' }).waitFor()
  await page.getByRole('link', { name: first.seller_code }).waitFor()
  const rows = page.locator('tbody tr')
  await rows.nth(data.length - 1).waitFor()
  t.equal(await rows.count(), data.length, 'as many as the service answers')
  await checkAxe('sellers at risk')

  await page.getByLabel('Chance to fall').selectOption('over 50%')
  await page.waitForURL('**risk=0.5*')
  await page.getByRole('link', { name: first.seller_code }).click()
  await page.getByRole('heading', { name: 'Where the month may end' }).waitFor()
  await page.getByText(/^At risk of losing/).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sellers at risk' }).waitFor()
  t.equal(await page.getByLabel('Chance to fall').inputValue(), '0.5', 'the list is as it was')
})

t.test('an account manager sees the own portfolio, and the list as CSV', async (t) => {
  const { data, total } = await atRisk('am')
  t.ok(total < (await atRisk('ops_head')).total)
  const { page } = await openConsole(t, { as: 'am', path: '/console/projections' })
  for (const { seller_code } of data) await page.getByRole('link', { name: seller_code }).waitFor()
  t.equal(await page.getByRole('combobox', { name: 'Account manager' }).count(), 0)
  await page.getByRole('button', { name: /^More: Likely/ }).click()
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ])
  t.match(kept.suggestedFilename(), /\.csv$/)
})

t.test('the panel says what the service says, and its probabilities are a whole', async (t) => {
  const code = (await atRisk('ops_head')).data[0]?.seller_code
  const { page, checkAxe } = await openConsole(t, {
    as: 'viewer',
    path: `/console/sellers/${code}?period=${current_period}`,
  })
  const answer = page.waitForResponse(/score\/projection/)
  await page.reload()
  const { expected_total, low, high, draws, tiers, last_final } = await (await answer).json()
  const panel = page.getByRole('region', { name: 'Where the month may end' })
  await panel.getByText(expected_total.toFixed(2), { exact: true }).waitFor()
  await panel.getByText(`${low.toFixed(2)} to ${high.toFixed(2)} in 8 of 10 cases`).waitFor()
  await panel.getByText(`${draws} month ends drawn`).waitFor()
  await panel.getByText(`to fall below ${last_final.tier}`).waitFor()
  const rows = panel.getByRole('table', { name: 'How likely each tier is' }).locator('tbody tr')
  t.equal(await rows.count(), tiers.length)
  const shown = await rows.locator('td').allTextContents()
  const sum = shown.reduce((total, cell) => total + Number.parseFloat(cell), 0)
  t.ok(Math.abs(sum - 100) < 0.1, `${shown.join(' + ')} is 100 %`)
  await checkAxe('the end of the month')
  await panel.getByRole('link', { name: 'Last final' }).click()
  await page.waitForURL(`**period=${last_final.period}*`)
})

t.test('a month that is over has a score and no projection', async (t) => {
  const { page } = await openConsole(t, { as: 'seller', path: `/console?period=${past}` })
  await page.getByRole('heading', { name: 'The cheapest path' }).waitFor()
  t.equal(await page.getByRole('heading', { name: 'Where the month may end' }).count(), 0)
})

t.test('a service that is too busy says so in the panel alone', async (t) => {
  const { page } = await openConsole(t, { as: 'seller', path: `/console?period=${past}` })
  await page.getByRole('heading', { name: 'The cheapest path' }).waitFor()
  await page.route('**/score/projection**', (route) =>
    route.fulfill({
      status: 503,
      json: { error: 'Too many computations wait.' },
      headers: { 'retry-after': '9' },
    }),
  )
  await page.getByLabel('Next month').click()
  await page.waitForURL(`**period=${current_period}*`)
  const panel = page.getByRole('region', { name: 'Where the month may end' })
  await panel.getByRole('alert').getByText('Too many computations wait.').waitFor()
  await page.getByRole('heading', { name: 'From 100 to the total' }).waitFor()
})
