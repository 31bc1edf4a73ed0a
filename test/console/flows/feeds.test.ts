import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { consoleService } from '../browser.ts'

const { openConsole, app } = await consoleService(t, { changes: true })
const ROWS = 12_000
const BAD = [10, 999, 4_999, 5_000, 7_777, 11_998]
const UNKNOWN = 8_000

/** A file to drop. */
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})
const drop = (page: Page, dropped: ReturnType<typeof file>) =>
  page.locator('input[type=file]').setInputFiles(dropped)
const another = (page: Page) => page.getByRole('button', { name: 'Choose another file' }).click()
const see = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Orders of the month, with a comment that a naive reader would trip over. */
function orders(prefix: string, rows: number, bad: number[] = [], unknown = -1) {
  const lines = ['Order ID;Seller Code;Ordered At;Units;Comment']
  for (let at = 0; at < rows; at += 1) {
    const seller = at === unknown ? 'S-9999' : `S-${1001 + (at % 100)}`
    const units = bad.includes(at) ? 'many' : 1 + (at % 5)
    lines.push(`${prefix}-${at};${seller};${LAST}-${10 + (at % 19)}T08:00:00Z;${units};"so ""fine""; really"`)
  }
  return `${lines.join('\r\n')}\r\n`
}

const stored = async (prefix: string) =>
  (
    await app.db.row<{ count: number }>(
      `select count(*)::int as count from orders where order_code like $1`,
      [`${prefix}-%`],
    )
  )?.count

t.test('12,000 rows, 7 of them bad, corrected and dropped in again', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'system', path: '/console/feeds' })
  await page.waitForSelector('table.heat')
  await checkAxe('feeds')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await see(page, 'Drop a CSV or NDJSON file here')
  await checkAxe('a feed')

  await drop(page, file('orders.csv', orders('F8', ROWS, BAD, UNKNOWN)))
  await see(page, '12,000 rows · CSV with semicolons')
  await see(page, '1 of the first 20 rows would be rejected.')
  await checkAxe('the plan of a push')
  await page.getByRole('button', { name: 'Send 12,000 rows' }).click()
  const save = page.getByRole('button', { name: 'Save the rejected rows' })
  await save.waitFor()
  await checkAxe('the outcome of a push')
  t.equal(await stored('F8'), ROWS - BAD.length - 1)
  const lines = await page.locator('.numbered tbody tr td:first-child').allTextContents()
  t.same(
    lines,
    ['12', '1,001', '5,001', '5,002', '7,779', '8,002', '12,000'],
    'errors carry lines of the file',
  )

  const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
  t.equal(download.suggestedFilename(), 'orders-rejected.csv')
  const rejected = await readFile(await download.path(), 'utf8')
  t.match(rejected, /F8-8000;.*;"?seller_code ""S-9999"" names no seller"?\r\n/)
  await another(page)
  const corrected = rejected.replaceAll(';many;', ';3;').replace('S-9999', 'S-1001')
  await drop(page, file('orders-rejected.csv', corrected))
  await page.getByRole('button', { name: 'Send 7 rows' }).click()
  await see(page, 'No row was rejected.')
  t.equal(await stored('F8'), ROWS)

  await page.getByRole('definition').getByRole('link', { name: '7' }).click()
  await see(page, 'names no seller')
  await checkAxe('rejections')
  await page.getByRole('button', { name: 'Show the record' }).first().click()
  await see(page, 'F8-11998')
  await page.keyboard.press('Escape')
  await page.goBack()
  await see(page, 'Drop a CSV or NDJSON file here')
})

t.test('what is no file of the feed is told apart before anything is sent', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path: '/console/feeds/orders' })
  const refused = async (name: string, content: string | Buffer, told: string) => {
    await drop(page, file(name, content))
    await see(page, told)
    t.equal(await page.getByRole('button', { name: /^Send/ }).count(), 0, `${name} can't be sent`)
    await another(page)
  }
  await see(page, 'Drop a CSV or NDJSON file here')
  await refused('empty.csv', '', 'The file is empty.')
  await refused('header.csv', 'order_code,seller_code,ordered_at\n', 'a header and no rows')
  await refused('book.xlsx', 'PK\u0003\u0004 and more', 'This is an Excel workbook')
  await refused('list.json', '[\n{"order_code":"X"}\n]', 'one JSON document')
  await refused('page.html', '<!doctype html><p>Sign in', 'XML or a web page')
  await refused('quote.csv', `order_code,seller_code,ordered_at\nA,"S-1001,${LAST}-01\n`, 'begins on line 2')
  await refused('other.csv', 'a,b\n1,2\n', 'No column is for order_code, seller_code, ordered_at')

  await drop(page, file('latin.csv', Buffer.from(orders('F8L', 30).replace('fine', 'schön'), 'latin1')))
  await see(page, 'The file is not UTF-8: line 2')
  await see(page, 'schön')
  await checkAxe('a refused file')
  await page.getByRole('button', { name: 'Read it as Latin-1' }).click()
  await page.getByRole('button', { name: 'Send 30 rows' }).waitFor()
  await another(page)

  await drop(page, file('broken.csv', orders('F8B', 40).replace(/(F8B-7;[^;]*);[^;]*/, '$1')))
  await see(page, 'Line 9: 4 cells where the header has 5.')
  await page.getByRole('button', { name: 'Send 39 rows' }).click()
  await see(page, '39')
  await page.getByRole('button', { name: 'Save the rejected rows' }).waitFor()
  t.equal(await stored('F8B'), 39, 'the broken line is left out')
  t.equal(await stored('F8L'), 0)
})

t.test('a file of another feed is taken along to it', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: '/console/feeds/orders' })
  await see(page, 'Drop a CSV or NDJSON file here')
  const tickets = `ticket_id,seller_code,category,opened_at\nF8-T,S-1001,complaint,${LAST}-05T08:00:00Z\n`
  await drop(page, file('tickets.csv', tickets))
  await see(page, 'This looks like a file of Tickets, not of Orders.')
  await page.getByRole('button', { name: 'Push it to Tickets' }).click()
  await page.waitForURL(/\/feeds\/tickets/)
  await page.getByRole('button', { name: 'Send 1 row' }).click()
  await see(page, 'No row was rejected.')
})

t.test('a column is chosen by hand, and the trial follows', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: '/console/feeds/orders' })
  await drop(page, file('own.csv', `Nr,seller_code,ordered_at\nF8M-1,S-1001,${LAST}-05T08:00:00Z\n`))
  await see(page, 'No column is for order_code.')
  await page.getByLabel('Field for Nr').selectOption('order_code')
  await see(page, 'All of the first 1 row can be stored.')
  await page.getByLabel('All or nothing').check()
  await page.getByRole('button', { name: 'Send 1 row' }).click()
  await see(page, 'No row was rejected.')
  t.equal(await stored('F8M'), 1)
})

t.test('a part that fails is sent again, and a push stops between two parts', async (t) => {
  const { page, expectAnswers } = await openConsole(t, { as: 'bod', path: '/console/feeds/orders' })
  expectAnswers({ 'POST /api/sync/orders': 503 })
  let parts = 0
  let goOn = () => {}
  await page.route('**/api/sync/orders', async (route) => {
    parts += 1
    if (parts === 2)
      return route.fulfill({
        status: 503,
        json: { error: 'The database can’t be reached.' },
        headers: { 'retry-after': '1' },
      })
    if (parts === 3) await new Promise<void>((resolve) => (goOn = resolve))
    return route.continue()
  })
  await drop(page, file('again.csv', orders('F8P', ROWS)))
  await page.getByRole('button', { name: 'Send 12,000 rows' }).click()
  await see(page, 'The last part was not answered.')
  t.equal(await stored('F8P'), 5_000)
  await page.getByRole('button', { name: 'Send the part again' }).click()
  await page.getByRole('button', { name: 'Stop after this part' }).click()
  goOn()
  await see(page, 'Stopped: 10,000 of 12,000 rows sent.')
  t.equal(await stored('F8P'), 10_000)
})
