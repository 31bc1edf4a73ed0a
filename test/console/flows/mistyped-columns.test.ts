import type { Page } from 'playwright-core'
import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { consoleService } from '../browser.ts'

// A column that is mistyped is named by the service, before and after a file is sent, whether its field is required or not.

const { openConsole, app } = await consoleService(t, { changes: true })

const drop = (page: Page, content: string, name = 'orders.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const warning = (page: Page, text: string) => page.locator('.notice.warn').getByText(text)
const good = (page: Page) => page.getByRole('table').getByText('Good', { exact: true })

t.test(
  'a required column that is mistyped is named with what it may mean, and unknown ones too',
  async (t) => {
    const { page, checkAxe } = await openConsole(t, {
      as: 'system',
      path: '/console/feeds/orders',
      width: 390,
      height: 844,
      isTouch: true,
    })
    await drop(
      page,
      `order_code,seler_code,ordered_at,redy_at,foo_bar\nM-1,S-1001,${LAST}-05T08:00:00Z,${LAST}-06T08:00:00Z,x\n`,
    )
    await warning(page, 'No column is for seller_code').waitFor()
    await warning(page, 'seler_code is no field of orders (1 record); did you mean seller_code?').waitFor()
    await warning(page, 'redy_at is no field of orders (1 record); did you mean ready_at?').waitFor()
    await warning(page, 'foo_bar is no field of orders').waitFor()
    t.equal(await page.getByRole('button', { name: /^Send/ }).count(), 0)
    await checkAxe('mistyped columns')
    await page.getByLabel('Field for seler_code').selectOption('seller_code')
    await page.getByRole('button', { name: 'Send 1 row' }).waitFor()
    await warning(page, 'seler_code').waitFor({ state: 'detached' })
  },
)

for (const [form, content] of [
  [
    'orders.csv',
    `order_code,seller_code,ordered_at,redy_at\nM-2,S-1001,${LAST}-05T08:00:00Z,${LAST}-06T08:00:00Z\n`,
  ],
  [
    'orders.ndjson',
    `${JSON.stringify({ order_code: 'M-3', seller_code: 'S-1001', ordered_at: `${LAST}-05T08:00:00Z`, redy_at: `${LAST}-06T08:00:00Z` })}\n`,
  ],
] as const)
  t.test(
    `an optional column of ${form} that is mistyped is warned of before and after it is sent`,
    async (t) => {
      const { page } = await openConsole(t, { as: 'system', path: '/console/feeds/orders' })
      await drop(page, content, form)
      const said = 'redy_at is no field of orders (1 record); did you mean ready_at?'
      await warning(page, said).waitFor()
      await page.getByRole('table').getByText('See the warning').waitFor()
      t.equal(await good(page).count(), 0, 'nothing is said to be good')
      await page.getByRole('button', { name: 'Send 1 row' }).click()
      await page.getByText('No row was rejected.').waitFor()
      await warning(page, said).waitFor()

      await page.getByRole('button', { name: 'Send it again' }).click()
      await page.getByLabel('Field for redy_at').selectOption('ready_at')
      await good(page).waitFor()
      await page.getByRole('button', { name: 'Send 1 row' }).click()
      await page.getByText('No row was rejected.').waitFor()
      t.equal(await page.locator('.notice.warn').count(), 0)
      const code = form === 'orders.csv' ? 'M-2' : 'M-3'
      const row = await app.db.row<{ ready_at: unknown }>(
        'select ready_at from orders where order_code = $1',
        [code],
      )
      t.ok(row?.ready_at)
    },
  )
