import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { consoleService } from '../browser.ts'

// Surcharges of a month are seen, made, applied and waived by finance.

const { openConsole, call, app } = await consoleService(t, { changes: true })

// The demo has made those of the month; here nobody has yet.
await app.db.run('delete from surcharges where period = $1', [LAST])

const listOf = async (status: string) =>
  (await call('finance', 'GET', `/api/surcharges?period=${LAST}&status=${status}&limit=500`)).body as {
    total: number
    data: { id: number; seller_code: string; amount: number }[]
  }

t.test('finance evaluates, creates, applies and waives', async (t) => {
  const { page, checkAxe, expectAnswers } = await openConsole(t, {
    as: 'finance',
    path: `/console?period=${LAST}`,
  })
  await page.getByRole('heading', { name: 'Surcharges', level: 1 }).waitFor()
  const before = (await listOf('pending')).total
  const dry = await call('finance', 'POST', '/api/surcharges/evaluate', { period: LAST, dry_run: true })
  const count: number = dry.body.created
  t.ok(count > 0, `${count} to make`)

  await page.getByRole('link', { name: 'Evaluate the rules' }).click()
  const create = page.getByRole('button', { name: `Create ${count}` })
  await create.waitFor()
  t.equal((await listOf('pending')).total, before, 'a look makes nothing')
  await checkAxe('a dry run')
  await create.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Create ${count}` })
    .click()
  await page.getByText(`${count} surcharges are made.`).waitFor()
  await page.waitForURL(/surcharges\?.*status=pending/)
  const pending = await listOf('pending')
  t.equal(pending.total, before + count)
  const sum = pending.data.reduce((total, { amount }) => total + amount, 0)
  const tile = page.getByRole('button', { name: /^Pending/ })
  await tile
    .getByText(
      new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum),
    )
    .waitFor()
  await checkAxe('the list of surcharges')

  // Two are applied at once.
  const boxes = page.getByRole('checkbox', { name: /^Select S-/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('heading', { name: 'Apply 2 surcharges?' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByText('2 surcharges are applied.').waitFor()
  t.equal((await listOf('applied')).total, 2)

  // One is waived: not without a reason, and not lost when the service is busy.
  await page
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^Actions on/ })
    .click()
  const first = await page.locator('tbody tr').first().textContent()
  await page.getByRole('menuitem', { name: 'Waive' }).click()
  const title = await page.getByRole('dialog').getByRole('heading').textContent()
  const [, seller, amount] = /^Waive the surcharge of (.*), (.*)\?$/.exec(title ?? '') ?? []
  t.ok(seller && amount && first?.includes(seller) && first.includes(amount), `${title} says whose it is`)
  const waive = page.getByRole('dialog').getByRole('button', { name: 'Waive' })
  t.ok(await waive.isDisabled(), 'a reason is missing')
  await page.getByRole('dialog').getByLabel('Reason').fill('Agreed with the seller on 3 November')
  expectAnswers({ 'POST /api/surcharges/waive': 503 })
  await page.route(
    '**/api/surcharges/waive',
    (route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }),
    {
      times: 1,
    },
  )
  await waive.click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await waive.click()
  await page.getByText('1 surcharge is waived.').waitFor()
  t.match((await listOf('waived')).data, [{ status_reason: 'Agreed with the seller on 3 November' }])

  // What was waived does not come back.
  await page.goto(`/console/surcharges/evaluate?period=${LAST}`)
  await page.getByText('Nothing new to create').waitFor()
})
