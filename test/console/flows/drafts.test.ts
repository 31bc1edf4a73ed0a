import t from 'tap'
import { consoleService } from '../browser.ts'

// One drafts a change of the rules, sees at once and over past months what it would do; another adopts it.

const { openConsole, call } = await consoleService(t, { changes: true })

const { current_period } = (await call('bod', 'GET', '/api/console/context')).body
const { data: tiers } = (await call('bod', 'GET', '/api/config/tiers')).body
const silver = tiers.find(({ name }: { name: string }) => name === 'Silver')
let draft = ''

t.test('a head drafts a stricter tier', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'am_head',
    path: `/console/rules/tiers/${silver.id}`,
  })
  await page.getByLabel('Lowest total').fill('70')
  await page.locator('.preview-figures').waitFor()
  await page.getByRole('button', { name: 'Add to a draft' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the draft').fill('Silver is harder')
  await dialog.getByRole('button', { name: 'Add the change' }).click()
  await page.getByRole('heading', { level: 1, name: 'Silver is harder' }).waitFor()
  draft = new URL(page.url()).pathname
  await page.getByRole('row', { name: /Lowest total/ }).waitFor()
  t.match(await page.getByRole('row', { name: /Lowest total/ }).textContent(), /65.*70/)
  await page.locator('.preview-figures').waitFor()
  t.equal(await page.getByRole('button', { name: 'Adopt' }).count(), 0, 'this role adopts nothing')
  await checkAxe('a draft')

  await page.getByLabel('Sellers who drop a tier, at most').fill('1')
  await page.getByRole('button', { name: 'Save name and guards' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('link', { name: 'Silver is harder' }).waitFor()
  await checkAxe('drafts')
})

t.test('guards that somebody else has changed meanwhile are shown beside what is typed', async (t) => {
  const { page, expectAnswers } = await openConsole(t, { as: 'am_head', path: draft })
  await page.getByLabel('Shift of the totals (PSI), at most').fill('0.5')
  const url = draft.replace('/console/rules', '/api/config')
  t.equal((await call('ops_head', 'PUT', url, { guards: { max_tier_drops: 2 } })).status, 200)
  expectAnswers({ [`PUT ${url}`]: 412 })
  await page.getByRole('button', { name: 'Save name and guards' }).click()
  await page.getByRole('row', { name: /max_psi/ }).waitFor()
  t.equal(await page.getByLabel('Shift of the totals (PSI), at most').inputValue(), '0.5', 'nothing is lost')
  await page.getByRole('button', { name: 'Save name and guards' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  const { guards } = (await call('bod', 'GET', url)).body
  t.match(guards, { max_tier_drops: 1, max_psi: 0.5 })
})

t.test('a backtest outlives a reload and leads from its numbers to sellers', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'am_head', path: draft })
  await page.getByRole('button', { name: 'Run a backtest' }).click()
  await page.getByText(/The backtest is asked for/).waitFor()
  await page.reload()
  await page.locator('.tests').getByText('Completed').waitFor()
  const id = new URL(page.url()).searchParams.get('test')
  const { body: found } = await call('bod', 'GET', `/api/backtests/${id}`)
  t.ok(found.tier_drops > 1)
  await page
    .locator('.tile', { hasText: 'Drop a tier' })
    .getByText(String(found.tier_drops), { exact: true })
    .waitFor()
  await page.getByText('fails').first().waitFor()
  await checkAxe('a backtest')
  const { count } = found.migration.find(
    ({ from, to }: { from: string; to: string }) => from === 'Silver' && to !== from,
  )
  await page.getByRole('link', { name: String(count), exact: true }).click()
  await page.getByText(`1 to ${Math.min(50, count)} of ${count}`).waitFor()
  await page.goBack()
  await page.getByRole('region', { name: /Sellers from/ }).waitFor({ state: 'detached' })
})

t.test('the board adopts it with a reason, as a guard fails', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path: draft })
  await page.getByRole('button', { name: 'Adopt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/1 guard fails/).waitFor()
  t.match(await dialog.textContent(), /scores drop a tier/)
  await checkAxe('adopting')
  await dialog.getByLabel('Reason').fill('Decided')
  t.ok(await dialog.getByRole('button', { name: 'Adopt' }).isDisabled(), 'that is no reason')
  await dialog.getByLabel('Reason').fill('Decided by the board')
  await dialog.getByRole('button', { name: 'Adopt' }).click()
  await page.getByText(/Adopted by user/).waitFor()
  const [year = 0, month = 0] = current_period.split('-').map(Number)
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)
  const rules = (await call('bod', 'GET', `/api/config/tiers?period=${next}`)).body.data
  t.equal(rules.find(({ name }: { name: string }) => name === 'Silver').min_score, 70)
})

t.test('who has written a draft and is no board is told why not', async (t) => {
  const changes = [{ type: 'tiers', op: 'remove', identity: 'Gold' }]
  const { id } = (await call('admin', 'POST', '/api/config/drafts', { name: 'No gold', changes })).body
  const { page } = await openConsole(t, { as: 'admin', path: `/console/rules/drafts/${id}` })
  await page.getByText('somebody else must adopt it').waitFor()
  t.equal(await page.getByRole('button', { name: 'Adopt' }).count(), 0)
  await page.getByText('Ends: no record of it counts any more.').waitFor()
  await page.getByRole('button', { name: /^Take out: / }).click()
  await page.getByText('This draft changes nothing yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Ends: no record of it counts any more.').waitFor()
})

t.test('the board adopts its own draft knowingly, and with a reason', async (t) => {
  const changes = [{ type: 'tiers', op: 'remove', identity: 'Gold' }]
  const { id } = (await call('bod', 'POST', '/api/config/drafts', { name: 'Our own', changes })).body
  const { page } = await openConsole(t, { as: 'bod', path: `/console/rules/drafts/${id}` })
  await page.getByText('You have written this draft: you would adopt it alone.').waitFor()
  await page.getByRole('button', { name: 'Adopt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('nobody else signs it').waitFor()
  await dialog.getByText('There is no completed backtest of these changes.').waitFor()
  const adopt = dialog.getByRole('button', { name: 'Adopt' })
  await dialog.getByLabel('Reason').fill('because')
  t.ok(await adopt.isDisabled())
  await dialog.getByLabel('Reason').fill('Agreed with both heads by phone')
  await adopt.click()
  await page.getByText('The reason that was given: Agreed with both heads by phone').waitFor()
})

t.test('a draft is the first choice, and what is live at once says so, with its month', async (t) => {
  for (const [path, field, value] of [
    [`tiers/${silver.id}`, 'Lowest total', '61'],
    ['helpdesk/new', 'Category of tickets', 'returns'],
  ] as const) {
    const expect = { 'POST /api/config/preview': 400 } // a ticket that is to be answered within no time
    const { page } = await openConsole(t, { as: 'bod', path: `/console/rules/${path}`, expect })
    await page.getByLabel(field).fill(value)
    await page.getByText(/^Live at once: what you save counts in every month/).waitFor()
    const draft = page.getByRole('button', { name: 'Add to a draft' })
    t.match(await draft.getAttribute('class'), /primary/)
    t.notMatch(await page.getByRole('button', { name: /, live$/ }).getAttribute('class'), /primary/)
    await draft.click()
    await page.getByText('Somebody else adopts it, or you alone, with a reason.').waitFor()
  }
})
