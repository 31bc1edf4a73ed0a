import type { Page } from 'playwright-core'
import t from 'tap'
import { receiver } from '../../webhooks/receiver.ts'
import { DESK, PATH, PHONE, settled, WIDE } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// What is set up seldom: settings, sellers, webhooks, corrections and the audit log, by mouse and by finger.

const demo = await consoleService(t, { changes: true })
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

for (const scheme of ['light', 'dark'] as const)
  t.test(`settings lead to every record on a ${scheme} phone`, async (t) => {
    const opening = { as: 'bod', path: `${PATH}/settings`, scheme, ...PHONE } as const
    const { page, checkAxe } = await demo.openConsole(t, opening)
    await settled(page, 'Settings')
    await checkAxe('settings')
    const names = page.locator('main section a b, main section a > span > :first-child')
    const entries = await names.allTextContents()
    t.ok(entries.length > 10, entries.join(', '))
    for (const entry of entries.slice(0, scheme === 'dark' ? 2 : undefined)) {
      await page.getByRole('main').getByRole('link', { name: entry }).first().tap()
      await settled(page, entry)
      t.equal(await page.evaluate(WIDE), 0, `${entry} is no wider than the screen`)
      await page.goBack()
      await settled(page, 'Settings')
    }
  })

t.test('whoever may read only sees no deed, and others see no settings', async (t) => {
  const { page } = await demo.openConsole(t, { as: 'viewer', path: `${PATH}/settings`, ...DESK })
  await settled(page, 'Settings')
  t.equal(await page.getByRole('link', { name: /^(Accounts|API keys|Audit log)/ }).count(), 0)
  await page.getByRole('link', { name: /^Webhooks/ }).click()
  await page.getByRole('table').getByRole('link').first().click()
  await settled(page, 'Data warehouse')
  t.equal(await page.getByRole('button', { name: /Replay|Pause|Resume|End/ }).count(), 0)
  const other = await demo.openConsole(t, { as: 'finance', path: PATH, ...DESK })
  await settled(other.page)
  t.equal(await other.page.getByRole('link', { name: 'Settings' }).count(), 0)
})

t.test('a seller is suspended with a reason, and active again', async (t) => {
  const opening = { as: 'ops_head', path: `${PATH}/sellers?search=S-1010`, ...DESK } as const
  const { page } = await demo.openConsole(t, opening)
  await settled(page, 'Sellers')
  await page.getByRole('link', { name: /^Change / }).click()
  const drawer = page.getByRole('dialog', { name: 'Seller' })
  await drawer.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog', { name: /^Suspend: / })
  await dialog.getByText('Its orders are not shipped from now on').waitFor()
  await dialog.getByLabel('Reason').fill('Does not answer')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  const activate = drawer.getByRole('button', { name: 'Make active' })
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'S-1010' })
  await row.getByText('Suspended').waitFor()
  await activate.click()
  const second = page.getByRole('dialog', { name: /^Make active: / })
  await second.getByLabel('Reason').fill('Answers again')
  await second.getByRole('button', { name: 'Make active' }).click()
  await activate.waitFor({ state: 'detached' })
  await row.getByText('Active').waitFor()
  await page.goto(`${PATH}/sellers/S-1010?act=change`)
  await drawer.getByRole('button', { name: 'Suspend' }).waitFor()
})

t.test('what is typed stays when somebody else was first, and is asked about when it is left', async (t) => {
  const { id } = await demo.app.db.one<{ id: number }>('select min(id) as id from warehouses')
  const warehouse = `/api/warehouses/${id}`
  const opening = { as: 'bod', path: `${PATH}/records/warehouses?open=${id}`, ...DESK } as const
  const { page } = await demo.openConsole(t, { ...opening, expect: { [`PATCH ${warehouse}`]: 412 } })
  const drawer = page.getByRole('dialog', { name: 'Warehouse' })
  await drawer.getByLabel('Name').fill('Mine')
  await demo.call('admin', 'PATCH', warehouse, { name: 'Theirs', code: 'WH-1' })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('It is “Theirs” now. Save again to keep yours.').waitFor()
  t.equal(await drawer.getByLabel('Code').inputValue(), 'WH-1')
  await drawer.getByText('when you began.').waitFor()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await see(page, 'Saved.')
  await drawer.getByLabel('Code').fill('WH-2')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stay here' }).click()
  t.equal(await drawer.getByLabel('Code').inputValue(), 'WH-2')
  t.match((await demo.call('bod', 'GET', warehouse)).body, { name: 'Mine', code: 'WH-1' })
})

t.test('a webhook from its secret to a replay that is counted first', async (t) => {
  const there = await receiver(t, (response) => response.writeHead(500).end())
  const opening = { as: 'admin', path: `${PATH}/records/webhooks?open=new`, ...DESK } as const
  const { page, checkAxe } = await demo.openConsole(t, opening)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Address').fill(there.url)
  await drawer.getByLabel('Name').fill('Ledger')
  await drawer.getByRole('button', { name: 'Create webhook' }).click()
  await drawer.getByText(/^whsec_/).waitFor()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await settled(page, 'Ledger')
  t.notMatch(await page.content(), /whsec_/, 'the secret is shown once')
  await demo.app.db.rows('update webhook_subscriptions set previous_secret_until = now() + $1', ['1 h'])
  await page.getByRole('button', { name: 'Send a ping' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send a ping' }).click()
  await page.getByRole('alert').getByText('The receiver answered 500').waitFor()
  await page.getByRole('cell', { name: 'Webhook ping' }).waitFor()
  await checkAxe('a webhook')
  await page.getByRole('button', { name: 'Renew the secret' }).click()
  await see(page, 'and stops now.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay: Ledger' })
  await dialog.getByRole('button', { name: 'Count first' }).click()
  await dialog.getByText(/^(Choose one|Fill this in)$/).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('button:focus', { hasText: 'Replay' }).waitFor()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('dialog').getByText('What was sent').waitFor()
  await checkAxe('a delivery')
})

t.test('an account is made of what its role needs', async (t) => {
  const { page } = await demo.openConsole(t, { as: 'admin', path: `${PATH}/records/users?open=new`, ...DESK })
  const form = page.getByRole('dialog')
  for (const [field, text] of Object.entries({ Username: 'nora', Name: 'Nora Vik', 'E-mail': 'n@x.io' }))
    await form.getByRole('textbox', { name: field, exact: true }).fill(text)
  await form.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await form.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Nora Vik').first().waitFor()
})

t.test('a correction is tried before anything changes', async (t) => {
  const opening = { as: 'ops_head', path: `${PATH}/records/corrections?open=new`, ...PHONE } as const
  const { page, checkAxe } = await demo.openConsole(t, opening)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Month').tap()
  await page.getByRole('option').last().tap()
  await drawer.getByLabel('Reason').fill('The curve was entered wrongly')
  await drawer.getByRole('button', { name: 'Show what would change' }).tap()
  await settled(page, /^Correction of/)
  await see(page, 'No score changes')
  t.equal(await page.getByRole('button', { name: 'Propose it' }).count(), 0, 'there is nothing to apply')
  await checkAxe('a correction')
})

t.test('the audit log says who did what, and its filters stand in the address', async (t) => {
  const opening = { as: 'admin', path: `${PATH}/records/audit?entity=webhook_subscription`, ...DESK } as const
  const { page, checkAxe } = await demo.openConsole(t, opening)
  await settled(page, 'Audit log')
  await page.getByRole('cell', { name: 'Webhook subscription created' }).last().waitFor()
  await page.getByRole('cell', { name: 'Helena Brandt' }).first().waitFor()
  await checkAxe('the audit log')
  await page.getByRole('table').getByRole('link').last().click()
  await page.getByRole('dialog').getByText('Data warehouse').first().waitFor()
  await page.keyboard.press('Escape')
  await page.goBack()
  t.notMatch(page.url(), /open=/, 'what is closed stays closed')
  await page.getByRole('combobox', { name: 'Person' }).fill('Arvid')
  await page.getByRole('option', { name: 'Arvid Lindgren' }).click()
  await page.waitForURL(/entity=webhook_subscription.*user_id=2|user_id=2.*entity/)
})

t.test('an address of no month leaves the menu and leads on, as one does that was kept', async (t) => {
  const path = `${PATH}/scores?period=2031-99`
  const { page, expectAnswers } = await demo.openConsole(t, { as: 'bod', path, ...DESK })
  await settled(page, 'There is no such page')
  expectAnswers({ 'GET /api/appeals/999': 404 })
  await page.goto(`${PATH}/appeals/999`)
  await settled(page, 'There is no appeal 999')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scores' }).click()
  await settled(page, 'Scores')
  await page.goto(`${PATH}/scores?page=99`)
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.goto(`${PATH}/webhooks/attempts/1`)
  await page.waitForURL(`**${PATH}/records/attempts?open=1`)
  await page.goto(`${PATH}/runs/1`)
  await page.waitForURL(`**${PATH}/scores?period=*`)
  await page.goto(`${PATH}/sellers/S-1001/2026-09/forecast_bias`)
  await page.waitForURL(`**${PATH}/sellers/S-1001?period=2026-09&open=forecast_bias`)
})
