import t from 'tap'
import { consoleService } from '../browser.ts'

// What the score is worth: alike for groups, the same from month to month, right about the next one.

const { openConsole, call } = await consoleService(t)

t.test('the page says what the service found, of the groups that are asked for', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path: '/console' })
  await page.getByRole('link', { name: 'Model audit' }).click()
  const panel = page.getByRole('region', { name: 'Do groups reach a tier equally often?' })
  const bySize = (await call('bod', 'GET', '/api/sos/model/fairness?by=size&favourable=Silver')).body
  await panel.getByText(bySize.sentence).waitFor()
  const flagged = bySize.groups.filter((group: { flagged: boolean }) => group.flagged)
  t.equal(await panel.locator('tbody').getByText('Flagged', { exact: true }).count(), flagged.length)
  const validity = (await call('bod', 'GET', '/api/sos/model/validity?outcome=late')).body
  await page.getByText(validity.sentence).waitFor()
  const stability = (await call('bod', 'GET', '/api/sos/model/stability')).body
  await page.getByText(stability.sentence).waitFor()
  await checkAxe('the model')

  await panel.getByRole('combobox', { name: 'Groups' }).selectOption('Account manager')
  await panel.getByRole('combobox', { name: 'Tier or above' }).selectOption('Gold')
  await page.waitForURL(/by=am.*favourable=Gold/)
  const byManager = (await call('bod', 'GET', '/api/sos/model/fairness?by=am&favourable=Gold')).body
  await panel.getByText(byManager.sentence).waitFor()
  const few = byManager.groups.filter((group: { enough: boolean }) => !group.enough)
  t.equal(await panel.locator('tbody').getByText('Not enough', { exact: true }).count(), few.length)
  await panel.getByRole('link', { name: byManager.groups[0].group }).click()
  await page.waitForURL(`**/portfolios/${byManager.groups[0].id}*`)
  await page.goBack()
  await page.getByRole('heading', { name: 'Model audit' }).waitFor()
  t.equal(
    await panel.getByRole('combobox', { name: 'Groups' }).inputValue(),
    'am',
    'Back restores what was asked',
  )
})

t.test('each outcome says whether its failures are enough', async (t) => {
  const asked = ['late', 'overdue', 'tickets'] as const
  const answers = await Promise.all(
    asked.map((outcome) => call('bod', 'GET', `/api/sos/model/validity?outcome=${outcome}`)),
  )
  for (const [index, { body }] of answers.entries()) {
    const { page } = await openConsole(t, { as: 'viewer', path: `/console/model?outcome=${asked[index]}` })
    const panel = page.getByRole('region', { name: 'Does a total rank the failures of the next month?' })
    await panel.getByText(body.sentence).waitFor()
    t.equal(
      await panel.getByText('Not enough', { exact: true }).count(),
      body.enough ? 0 : 1,
      `${asked[index]}`,
    )
  }
})

t.test('an account manager has no such page', async (t) => {
  const { page } = await openConsole(t, { as: 'am', path: '/console/model' })
  await page.getByText('Your role').first().waitFor()
  t.equal(await page.getByRole('link', { name: 'Model audit' }).count(), 0)
})
