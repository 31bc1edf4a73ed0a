import t, { type Test } from 'tap'
import { LAST } from '../../setup/months.ts'
import { consoleService } from '../browser.ts'

// Whoever meets a block is told what blocks, and by which rule, in the words of the service.

const { openConsole, call, app } = await consoleService(t, { changes: true })
await app.db.run('delete from surcharges')

const surcharge = (seller_code: string, surcharge_type: string, reason: string, amount = 10) =>
  call('bod', 'POST', '/api/surcharges', {
    seller_code,
    period: LAST,
    surcharge_type,
    amount,
    trigger_details: { reason },
  })
const [PAID_LATE, AGED, OLDEST] = ['Invoices were paid late', 'Stock was aged', 'An invoice is disputed']

const told = async (t: Test, code: string, as: 'bod' | 'seller' = 'bod') => {
  const { page } = await openConsole(t, { as, path: `/console/sellers/${code}` })
  const notice = page.getByRole('status').filter({ hasText: /blocked/ })
  await notice.waitFor()
  await page.waitForLoadState('networkidle')
  return { page, notice, text: (await notice.textContent()) ?? '' }
}

t.test('a block names all that blocks and nothing else', async (t) => {
  await surcharge('S-1001', 'payment_block', OLDEST, 0)
  await surcharge('S-1001', 'payment_block', PAID_LATE, 0)
  await surcharge('S-1001', 'aging_storage_multiplier', AGED)
  const { page, notice, text } = await told(t, 'S-1001')
  t.match(text, 'Orders of this seller are blocked.')
  t.match(text, PAID_LATE)
  t.match(text, OLDEST)
  t.notMatch(text, AGED)
  t.notMatch(text, 'The seller is')
  await notice.getByRole('link', { name: 'See the surcharges' }).click()
  await page.getByRole('table').getByText(AGED).first().waitFor()
  const own = await told(t, 'S-1001', 'seller')
  t.match(own.text, PAID_LATE)
  t.notMatch(own.text, AGED)
})

t.test('surcharges that block nothing are all named', async (t) => {
  await surcharge('S-1002', 'planning_overload', PAID_LATE)
  await surcharge('S-1002', 'aging_storage_multiplier', AGED)
  const { text } = await told(t, 'S-1002')
  t.match(text, '2 active surcharges, not blocked.')
  t.match(text, AGED)
  t.match(text, PAID_LATE)
})

t.test('a seller that its status stops is told so, and leads to the record', async (t) => {
  for (const [code, status] of [
    ['S-1003', 'suspended'],
    ['S-1004', 'terminated'],
  ] as const) {
    await surcharge(code, 'aging_storage_multiplier', AGED)
    t.equal((await call('bod', 'PATCH', `/api/sellers/${code}`, { status })).status, 200)
    const { page, notice } = await told(t, code)
    await notice.getByText(`The seller is ${status}.`).waitFor()
    t.notMatch(await notice.textContent(), AGED, 'this does not block')
    await notice.getByRole('link', { name: 'See the record' }).click()
    await page.waitForURL('**tab=record*')
    t.equal(await page.getByText('No surcharges').count(), 0)
  }
})

t.test('a rule whose surcharge blocks says so in its list, on its page and where one is made', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/surcharge')).body
  const { page } = await openConsole(t, { as: 'bod', path: '/console/rules/surcharge' })
  for (const { id, surcharge_type } of data) {
    const blocks = surcharge_type === 'payment_block'
    await page.goto(`/console/rules/surcharge/${id}`)
    const standing = (await page.locator('.standing').textContent()) ?? ''
    t.equal(/blocks the seller’s orders/.test(standing), blocks, `${surcharge_type}: ${standing}`)
    t.notMatch(standing, 'no money', 'each of them does something')
  }
  await page.goto('/console/rules/surcharge')
  await page
    .getByRole('row', { name: /Payment block/ })
    .getByText('blocks the seller’s orders')
    .waitFor()
  await page.goto('/console/rules/surcharge/new')
  await page.getByText('A payment_block blocks the seller’s orders.').waitFor()
})
