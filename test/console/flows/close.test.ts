import t from 'tap'
import { LAST, NOW } from '../../setup/months.ts'
import { nameOf as monthName } from '../browser/months.ts'
import { DESK, fileOf, PATH, PHONE, settled, WIDE } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// Appeals, surcharges and the close of a month: by several people, by finger and by mouse.
const demo = await consoleService(t, { changes: true })
const { openConsole, call } = demo
type Listed = Record<'company_name' | 'seller_code' | 'surcharge_type', string> & { id: number }
const pending = async (path: string): Promise<Listed[]> => (await call('bod', 'GET', path)).body.data
const [appeal] = (await pending('/api/appeals?status=pending')) as [Listed]

t.test('the head of operations recommends points in part, by finger', async (t) => {
  const opening = { as: 'ops_head', expect: { 'PATCH /api/appeals': 0 }, ...PHONE } as const
  const { page, checkAxe } = await openConsole(t, { path: `${PATH}/appeals?period=2020-01`, ...opening })
  await settled(page, 'Appeals')
  await page.getByText('Nothing fits').waitFor()
  t.equal(await page.evaluate(WIDE), 0, 'the list is no wider than the screen')
  await page.getByRole('link', { name: 'waits for your recommendation' }).tap() // whatever month the list shows
  await page.getByRole('link', { name: appeal.company_name }).tap()
  await settled(page, `${appeal.company_name}: Operations`)
  t.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
  t.equal(await page.evaluate(WIDE), 0, 'the appeal is no wider than the screen')
  await checkAxe('an appeal')
  await page.getByRole('button', { name: 'Recommend…' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Choose what you recommend.').waitFor()
  await page.goBack() // closes the dialog alone
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Recommend…' }).tap()
  await dialog.getByRole('radio', { name: 'Approve in part' }).tap()
  await dialog.getByText('Enter the new points.').waitFor()
  const given = dialog.getByLabel('New points for Operations')
  await given.fill('1')
  await dialog.getByText(/^Enter more than the current /).waitFor() // an appeal takes no points away
  await given.fill('')
  await given.pressSequentially('91,5')
  await dialog.getByText('→ 91.50').waitFor()
  await dialog.getByText('Say why.').waitFor()
  await dialog.getByLabel('Why').fill('Two of three days are proven.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard what you have typed?' }).waitFor()
  await page.getByRole('button', { name: 'Stay here' }).tap()
  const send = dialog.getByRole('button', { name: 'Send the recommendation' })
  await page.context().setOffline(true)
  await page.getByText('There is no connection.').waitFor()
  await send.tap()
  await dialog.getByText('The service could not be reached').waitFor()
  await page.context().setOffline(false)
  const { body } = await call('bod', 'GET', `/api/appeals/${appeal.id}`)
  t.equal(body.status, 'pending', 'nothing waits to be sent')
  await send.tap()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('with 91.50 points for Operations').waitFor()
  const line = page.getByRole('listitem').filter({ hasText: /^Operations.*→ 91\.50/ })
  await line.waitFor()
})

t.test('the head of account management decides, once, also when somebody else was first', async (t) => {
  const path = `${PATH}/appeals/${appeal.id}`
  const opening = { as: 'am_head', expect: { 'PATCH /api/appeals': 409 }, scheme: 'dark', ...DESK } as const
  const { page, checkAxe, openTab } = await openConsole(t, { path, ...opening })
  const other = await openTab(path)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Decide…' }).click()
    await tab.getByRole('radio', { name: 'Approve', exact: true }).check()
    await tab.getByRole('dialog').getByText('→ 91.50').waitFor() // what is recommended
    await tab.getByLabel('Why').fill('So be it.')
  }
  await checkAxe('a decision')
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Send the decision' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(/Decided on/).waitFor()
  await other.getByRole('dialog').getByRole('alert').getByText('is final').waitFor()
  t.equal(await other.getByLabel('Why').inputValue(), 'So be it.', 'what was typed is kept')
  await other.keyboard.press('Escape')
  await other.getByText(/Decided on/).waitFor()
  await page.getByLabel('Comment').fill('Told the seller.')
  await page.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Told the seller.' }).waitFor()
})

t.test('finance applies several surcharges and waives a block, with a reason', async (t) => {
  const charges = await pending('/api/surcharges?status=pending&limit=100')
  const blocks = charges.filter((one) => one.surcharge_type === 'payment_block')
  const sellers = blocks.map((one) => one.seller_code)
  const block = blocks.find((one, i) => sellers.lastIndexOf(one.seller_code) > i) as Listed
  const nameOf = (one: Listed) =>
    new RegExp(`^${one.company_name}, ${one.surcharge_type.replaceAll('_', ' ')}$`, 'i')
  const others = charges.filter((one) => one.surcharge_type === 'planning_overload').slice(0, 2)
  const opening = { as: 'finance', path: `${PATH}/surcharges?status=pending`, ...PHONE } as const
  const { page, checkAxe } = await openConsole(t, opening)
  await settled(page, 'Surcharges')
  t.equal(await page.evaluate(WIDE), 0, 'the list is no wider than the screen')
  await checkAxe('surcharges')
  t.notMatch(await page.getByRole('table').innerText(), /limit is/, 'the reason says it already')
  for (const one of others) await page.getByLabel(nameOf(one)).first().tap()
  await page.getByRole('button', { name: 'Apply…' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(others[0]?.company_name ?? '').waitFor()
  await dialog.getByRole('button', { name: 'Apply 2 surcharges' }).tap()
  await page.getByText('2 surcharges are applied.').waitFor()
  await page.getByRole('combobox', { name: 'Kind' }).tap()
  await page.getByRole('option', { name: 'Payment block' }).tap()
  await page.getByLabel('Seller code or name').fill(block.company_name)
  await page.waitForURL(/search=/)
  await page.getByText('Planning overload in').first().waitFor({ state: 'detached' })
  for (const which of [nameOf(block), 'All on this page']) {
    const isAll = which === 'All on this page'
    const said = isAll ? 'may be shipped again, unless' : 'stays blocked: it has other blocks'
    await page.getByLabel(which).first().tap()
    await page.getByRole('button', { name: 'Waive…' }).tap()
    await dialog.getByText(`${block.company_name} ${said}`).waitFor()
    await dialog.getByLabel('Why').fill('Paid in the meantime.')
    await dialog.getByRole('button', { name: /^Waive \d/ }).tap()
    await page.getByText(isAll ? 'are waived.' : '1 surcharge is waived.').waitFor()
    const { body } = await call('bod', 'GET', `/api/sos/sellers/${block.seller_code}/enforcement`)
    t.equal(body.is_blocked, !isAll)
  }
  const { body: waived } = await call('bod', 'GET', `/api/surcharges/${block.id}`)
  t.match(waived, { status: 'waived', status_reason: 'Paid in the meantime.' })
})

t.test('a running month can’t be closed, a viewer can’t close any', async (t) => {
  const { page } = await openConsole(t, { as: 'am_head', path: `${PATH}/close?period=${NOW}`, ...PHONE })
  await page.getByText('The month is still running.').waitFor()
  await page.getByText('Calculate…').waitFor()
  t.equal(await page.getByRole('button', { name: 'Finalize…' }).count(), 0)
  const viewer = await openConsole(t, { as: 'viewer', path: `${PATH}/close?period=${LAST}`, ...PHONE })
  await viewer.page.getByText('not final').first().waitFor()
  await viewer.page.getByText('Calculate the scores').waitFor()
  t.equal(await viewer.page.getByRole('button', { name: /Calculate|Finalize/ }).count(), 0)
  await viewer.page.goto(`${PATH}/import`)
  await viewer.page.getByText(/^The board and administrators send facts/).waitFor()
})

t.test('a month is closed from the palette, and says who did it; whoever comes second is told', async (t) => {
  const { page, checkAxe, openTab } = await openConsole(t, { as: 'am_head', path: PATH, ...DESK })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('close')
  const found = page.locator('.mantine-Spotlight-action', { hasText: /^Close/ })
  await found.first().click()
  await page.waitForURL(new RegExp(`/close\\?period=${LAST}`))
  await settled(page, /^Close/)
  await checkAxe('close a month')
  const other = await openTab(`${PATH}/close?period=${LAST}`)
  const third = await openTab(PATH)
  await third.clock.install()
  await third.goto(`${PATH}/scores?period=${LAST}`)
  await third.getByText('not final').waitFor()
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Finalize…' }).click()
    await tab.getByRole('dialog').getByRole('textbox').last().fill(monthName(LAST))
    await tab.getByRole('dialog').getByText('It would be final all the same').waitFor() // nothing was accepted
  }
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: /^Finalize \d/ }).click()
    if (tab === other) await tab.getByText('made final meanwhile').waitFor() // it goes after four seconds
    await tab.getByRole('dialog').waitFor({ state: 'detached' })
    await tab.getByText(/made it final on/).waitFor()
  }
  await page.getByText(/\d+ scores are not reviewed. Reviewed: \d+ by/).waitFor()
  await third.clock.fastForward(31_000)
  await third.getByText('The month is final.').waitFor()
  t.equal(await page.getByRole('button', { name: /Calculate|Finalize/ }).count(), 0)
  t.match(await fileOf(page, 'Bonus lines (CSV)'), /^bonuses-.*\.csv$/)
})
