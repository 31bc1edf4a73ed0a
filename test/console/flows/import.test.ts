import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, fileOf, PHONE } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// A file that does not fit is put right where it stands, and sent whatever the connection does.
const PATH = '/console/import'
const demo = await consoleService(t, { changes: true })
const ROWS = [
  'Order Code;Seller;Ordred at;Units;Has data error;Our note;Ready by',
  'IM-1;S-1001;24.11.2026;2;nein;a;28.11.2026 18:00',
  'IM-2;S-1002;25.11.2026 08:30;1;nein;b;28.11.2026 18:00',
  'IM-3;S-10;26.11.2026;3;ja;c',
].join('\n')

const orders = async (code: string) =>
  (await demo.app.db.rows('select 1 from orders where order_code like $1', [code])).length

/** Pastes the rows and says what each column is. */
async function pasted(page: Page, press: 'tap' | 'click') {
  await page.getByRole('button', { name: 'Paste rows' })[press]()
  for (const end of [';7;7', '']) {
    await page.getByRole('textbox', { name: 'Rows' }).fill(ROWS + end)
    await page.getByRole('button', { name: 'Try these rows' })[press]()
    await page.getByText(end ? 'Row 3 has 8 cells' : '“Ordred at” is not known').waitFor()
  }
}

t.test('slips of columns and cells are put right on a phone, and the good rows are sent', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path: PATH, scheme: 'dark', ...PHONE })
  await checkAxe('choose a file')
  await pasted(page, 'tap')
  await checkAxe('columns')
  await page.getByRole('button', { name: 'Try the rows' }).tap()
  await page.getByText('3 rows need a repair').waitFor()
  await checkAxe('red cells')
  await page.getByRole('button', { name: 'Fix all… Ordered at' }).tap()
  await page.getByLabel('Also in Due ready').check()
  await page.getByRole('button', { name: 'Change 5 cells' }).tap()
  await page.getByRole('button', { name: 'Fix all… Data error' }).tap()
  for (const [word, means] of Object.entries({ nein: 'No', ja: 'Yes' }))
    await page.getByLabel(`“${word}” means`).selectOption(means)
  await page.getByRole('button', { name: 'Change 3 cells' }).tap()
  await page.getByText('1 row needs a repair').waitFor()
  await page.getByText('timestamps have no time zone and were read in').waitFor()
  t.equal(await orders('IM-%'), 0, 'nothing is stored by a trial')
  await page.getByRole('button', { name: 'Send 2 good rows' }).tap()
  await page.getByText('2 rows sent').waitFor()
  t.equal(await fileOf(page, 'Keep them as CSV', 'tap'), 'orders-left.csv')
  await page.getByRole('button', { name: 'Repair 1 row' }).tap()
  await page.getByLabel('Seller, row 1').fill('S-1003')
  await page.getByLabel('Due ready, row 1').fill('2026-11-28T18:00:00Z')
  await page.getByText('The row is good').waitFor()
  await page.getByRole('button', { name: 'Send 1 row' }).tap()
  await page.getByText('1 new, 0 changed').waitFor()
  t.equal(await orders('IM-%'), 3)
})

t.test('a lost connection and a way out that asks', async (t) => {
  const { page, expectAnswers } = await demo.openConsole(t, { as: 'bod', path: PATH, ...DESK })
  expectAnswers({ 'POST /api/sync/orders': 0 })
  const rows = Array.from({ length: 2500 }, (_, n) => `MANY-${n};S-1001;2026-11-20;${1 + (n % 2)};false;x`)
  const buffer = Buffer.from([ROWS.split('\n')[0], ...rows].join('\r\n'))
  await page.getByText('or drop one here').waitFor()
  await page.locator('input[type=file]').setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Try the rows' }).click()
  await page.getByText('All 2,500 rows are good').waitFor()
  for (const code of ['MANY-2499', 'MANY-0']) {
    await page.getByLabel('Order code, row 1', { exact: true }).fill(code)
    const told = code === 'MANY-0' ? 'All 2,500 rows are good' : 'of one order (S-1001/MANY-2499) and differ'
    await page.getByText(told).waitFor()
  }
  await page.getByRole('link', { name: 'Scores', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave the import?' }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  const keys: string[] = []
  await page.route(/sync.orders$/, async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length !== 2) return route.continue()
    await route.fetch() // it is stored, and the answer is lost
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Send 2,500 rows' }).click()
  await page.getByText('The service cannot be reached').waitFor()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await page.getByText('2,500 new, 0 changed').waitFor()
  t.equal(keys.length, 3)
  t.equal(keys[1], keys[2], 'the same part is sent under the same key')
  t.equal(await orders('MANY-%'), 2500)
  await page.getByRole('link', { name: 'Scores', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Scores' }).waitFor()
})
