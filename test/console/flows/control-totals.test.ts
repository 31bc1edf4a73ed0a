import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { nameOf } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// What a sender has counted is declared on the feed's page, beside what is stored.

const { openConsole, call } = await consoleService(t, { changes: true })

const PATH = `/console/feeds/tickets?period=${LAST}`
const TOTALS = `/api/sync/tickets/control-totals?period=${LAST}`

t.test('totals are declared, differ by sign and word, and are replaced', async (t) => {
  const { page, checkAxe, expectAnswers } = await openConsole(t, { as: 'admin', path: PATH })
  const panel = page.getByRole('region', { name: `Control totals of ${nameOf(LAST)}` })
  await panel.getByText('Nothing is declared for this month.').waitFor()
  await panel.getByRole('button', { name: 'Declare' }).click()
  const dialog = page.getByRole('dialog', { name: `Declare tickets of ${nameOf(LAST)}` })
  await dialog.getByLabel('Seller').fill('NOBODY')
  await dialog.getByLabel('Records').fill('7')
  await checkAxe('declaring')
  expectAnswers({ 'POST /api/sync/tickets/control-totals': 404 })
  await dialog.getByRole('button', { name: 'Declare' }).click()
  await dialog.getByText('There is no seller NOBODY.').waitFor()
  t.equal(await dialog.getByLabel('Records').inputValue(), '7', 'the form is intact')
  await dialog.getByLabel('Seller').fill('')
  await dialog.getByRole('button', { name: 'Declare' }).click()
  await page.getByText('Declared.', { exact: true }).waitFor()
  const [declared] = (await call('bod', 'GET', TOTALS)).body.data
  t.match(declared, { seller_code: null, totals: { records: 7 } })
  const row = panel.getByRole('row', { name: /All together/ })
  await row
    .getByText(`+${new Intl.NumberFormat('en-GB').format(declared.ours.records - 7)} too many`)
    .waitFor()
  await checkAxe('control totals')

  await row.getByRole('button', { name: 'Replace: All together, Records' }).click()
  t.equal(await dialog.getByLabel('Records').inputValue(), '7', 'it begins with what was declared')
  await dialog.getByLabel('Records').fill(String(declared.ours.records))
  await dialog.getByRole('button', { name: 'Declare' }).click()
  await row.getByText('the same').waitFor()
})

t.test('who may not push reads them only', async (t) => {
  const { page } = await openConsole(t, { as: 'viewer', path: PATH })
  const panel = page.getByRole('region', { name: `Control totals of ${nameOf(LAST)}` })
  await panel.getByText('All together').waitFor()
  t.equal(await panel.getByRole('button', { name: /Declare|Replace/ }).count(), 0)
})
