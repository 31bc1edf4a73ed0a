import t from 'tap'
import { LAST } from '../../setup/months.ts'
import { NEXT_YEAR } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// A campaign is made, changed and cancelled; a seller changes hands.

const { openConsole, call } = await consoleService(t, { changes: true })

t.test('a campaign from its first day to its end', async (t) => {
  const { page, checkAxe, expectAnswers } = await openConsole(t, {
    as: 'ops_head',
    path: '/console/campaigns',
  })
  await page.locator('.strip a').first().waitFor()
  await checkAxe('the campaigns')
  await page.getByRole('button', { name: 'New campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'New campaign' })
  await dialog.getByLabel('Code').fill('SPRING-27')
  await dialog.getByLabel('Name').fill('Spring <b>days</b>')
  await dialog.getByLabel('First day').fill(`${NEXT_YEAR}-03-10`)
  await dialog.getByLabel('Last day').fill(`${NEXT_YEAR}-03-01`)
  await dialog.getByText('The last day must not be before the first.').waitFor()
  await dialog.getByLabel('Last day').fill(`${NEXT_YEAR}-03-20`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/campaigns\/SPRING-27/)
  await page.getByRole('heading', { name: 'Spring <b>days</b>', level: 1 }).waitFor()
  await page.getByText('Upcoming').waitFor()
  await checkAxe('a campaign')

  // Somebody else changes it while it is edited: both versions, then it is saved.
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Last day').fill(`${NEXT_YEAR}-03-22`)
  await call('bod', 'PATCH', '/api/campaigns/SPRING-27', { description: 'For the spring' })
  expectAnswers({ 'PATCH /api/campaigns': 412 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('row').filter({ hasText: 'For the spring' }).waitFor()
  t.equal(await page.getByRole('dialog').getByLabel('Last day').inputValue(), `${NEXT_YEAR}-03-22`)
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  t.match((await call('bod', 'GET', '/api/campaigns/SPRING-27')).body, {
    end_date: `${NEXT_YEAR}-03-22`,
    description: 'For the spring',
  })

  await page.getByRole('button', { name: 'Cancel the campaign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the campaign' }).click()
  await page.getByText('The campaign is cancelled.').waitFor()
  t.equal((await call('bod', 'GET', '/api/campaigns/SPRING-27')).body.status, 'cancelled')
})

t.test('a seller changes hands, and back', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path: `/console/portfolios?period=${LAST}` })
  await checkAxe('the portfolios')
  const [manager, other] = (await call('bod', 'GET', `/api/am/portfolio?period=${LAST}`)).body.data
  await page.getByRole('link', { name: manager.name }).click()
  await page.getByRole('region', { name: 'What the KPI is made of' }).locator('svg').nth(2).waitFor()
  await checkAxe('a portfolio')
  const button = page.getByRole('button', { name: /^Hand over S-/ }).first()
  const code = (await button.getAttribute('aria-label'))?.replace('Hand over ', '') ?? ''
  const managerOf = async () => (await call('bod', 'GET', `/api/sellers/${code}`)).body.assigned_am_id
  await button.click()
  await page.getByRole('dialog').getByLabel('To').selectOption(String(other.am_id))
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
  await page.getByText(`${code} belongs to ${other.name} now.`).waitFor()
  t.equal(await managerOf(), other.am_id)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  t.equal(await managerOf(), manager.am_id)
})
