import t from 'tap'
import { testApp } from '../../setup/app.ts'
import { LAST, NOW } from '../../setup/months.ts'
import { holdTable } from '../browser/hold.ts'
import { FINAL, nameOf } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// Flow 4: scores are reviewed and made final, one by one and as a month, with faults in the middle.

const PATH = `/console/scores?period=${LAST}&status=draft`

t.test('selected scores are made final; one that somebody changed is told and left alone', async (t) => {
  const { openConsole, call } = await consoleService(t, { changes: true })
  const { page, checkAxe } = await openConsole(t, { as: 'am_head', path: PATH })
  const [first, second, third] = (
    await call('am_head', 'GET', `/api/sos/monthly?period=${LAST}&status=draft&limit=3`)
  ).body.data
  for (const { seller_code } of [first, second, third]) await page.getByLabel(`Select ${seller_code}`).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Finalize' }).click()
  const dialog = page.getByRole('dialog', { name: 'Finalize 3 scores' })
  await dialog.waitFor()
  await checkAxe('finalizing three')
  await call('bod', 'PATCH', `/api/sos/monthly/${second.id}/review`, { notes: 'seen by the board' })
  await dialog.getByLabel('Note').fill('Settled')
  await dialog.getByRole('button', { name: 'Finalize' }).click()
  await page.getByText(`${second.seller_code} has changed since you saw it`).waitFor()
  await page.getByText('2 scores are final.').waitFor()
  const left = page.getByRole('dialog', { name: `Finalize ${second.seller_code}` })
  t.equal(await left.getByLabel('Note').inputValue(), 'Settled', 'the form is intact')
  await left.getByRole('button', { name: 'Try the rest again' }).click()
  await page.getByText('1 score is final.').waitFor()
  for (const { id } of [first, second, third])
    t.match((await call('bod', 'GET', `/api/sos/monthly/${id}`)).body, { status: 'final', notes: 'Settled' })
})

t.test(
  'a month that is calculated is not made final: the refusal is shown, the typed month stays',
  async (t) => {
    const { openConsole, call, app } = await consoleService(t, { changes: true })
    const { page } = await openConsole(t, {
      as: 'ops_head',
      path: `/console/scores?period=${LAST}`,
      expect: { 'POST /api/sos/monthly/finalize': [409] },
    })
    await page.getByRole('button', { name: 'Finalize month' }).click()
    const dialog = page.getByRole('dialog', { name: `Finalize ${nameOf(LAST)}` })
    const typed = dialog.getByLabel(`Type ${LAST} to confirm`)
    await typed.fill(LAST)
    const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'monthly_scores')
    const begun = await call(
      'bod',
      'POST',
      '/api/sos/monthly/calculate',
      { period: LAST },
      { prefer: 'respond-async' },
    )
    const id = begun.body.run_id
    await dialog.getByText(`Run ${id} still calculates this month`).waitFor()
    await dialog.getByRole('button', { name: /^Finalize \d+ scores$/ }).click()
    await dialog.getByText(`Scoring run ${id} of ${LAST} is not done yet; finalize when it is.`).waitFor()
    t.equal(await typed.inputValue(), LAST)
    await release()
    await dialog.getByText('still calculates this month').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: /^Finalize \d+ scores$/ }).click()
    await page.getByText(/^\d+ scores are final now\.$/).waitFor()
    t.equal((await call('bod', 'GET', `/api/sos/monthly?period=${LAST}&status=draft&limit=1`)).body.total, 0)
  },
)

t.test('a busy service and a restart in the middle of a review lose nothing', async (t) => {
  const { openConsole, call, app, origin } = await consoleService(t, { changes: true })
  const { page, expectAnswers } = await openConsole(t, { as: 'bod', path: PATH })
  const [{ seller_code, id }] = (
    await call('bod', 'GET', `/api/sos/monthly?period=${LAST}&status=draft&limit=1`)
  ).body.data
  expectAnswers({ 'PATCH /api/sos/monthly/': 503, 'GET /': 0 })
  const release = await holdTable(t, app.env.DATABASE_URL ?? '', 'monthly_scores')
  await page.getByRole('button', { name: `Actions for ${seller_code}` }).click()
  await page.getByRole('menuitem', { name: 'Put under review' }).click()
  const dialog = page.getByRole('dialog', { name: `Put ${seller_code} under review` })
  await dialog.getByLabel('Note').fill('Through a storm')
  const refused = page.waitForResponse((answer) => answer.status() === 503)
  await dialog.getByRole('button', { name: 'Put under review' }).click()
  await refused
  t.equal(await dialog.getByLabel('Note').inputValue(), 'Through a storm')
  await release()
  await page.getByText('1 score is under review.').waitFor()
  t.match((await call('bod', 'GET', `/api/sos/monthly/${id}`)).body, {
    status: 'under_review',
    notes: 'Through a storm',
  })

  await page.getByRole('button', { name: 'Finalize month' }).click()
  const month = page.getByRole('dialog', { name: `Finalize ${nameOf(LAST)}` })
  await month.getByLabel(`Type ${LAST} to confirm`).fill(LAST)
  await month.getByRole('button', { name: /^Finalize \d+ scores$/ }).waitFor()
  await app.close()
  await month.getByRole('button', { name: /^Finalize \d+ scores$/ }).click()
  await month.getByText('The service does not answer').waitFor()
  t.equal(await month.getByLabel(`Type ${LAST} to confirm`).inputValue(), LAST)
  const again = await testApp(t, { DATABASE_URL: app.env.DATABASE_URL })
  await again.app.listen({ host: '127.0.0.1', port: Number(new URL(origin).port) })
  await month.getByRole('button', { name: /^Finalize \d+ scores$/ }).click()
  await page.getByText(/^\d+ scores are final now\.$/).waitFor()
})

t.test('too many requests: the rest is done when the service takes more', async (t) => {
  const { openConsole } = await consoleService(t, { settings: { RATE_LIMIT_PER_MINUTE: '40' } })
  const { page } = await openConsole(t, { as: 'bod', path: PATH, expect: { 'GET /': 429, 'PATCH /': 429 } })
  await page.getByLabel('Select all rows of this page').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Put 50 scores under review' })
  const refused = page.waitForResponse((answer) => answer.status() === 429)
  await dialog.getByRole('button', { name: 'Put under review' }).click()
  await refused
  t.match(await dialog.textContent(), /\d+ of 50 done/)
})

t.test('scores of a month that is not over are put under review as any others, without a note', async (t) => {
  const { openConsole, call } = await consoleService(t, { changes: true })
  await call('bod', 'POST', '/api/sos/monthly/calculate', { period: NOW })
  const [{ seller_code, id }] = (
    await call('bod', 'GET', `/api/sos/monthly?period=${NOW}&status=draft&limit=1`)
  ).body.data
  const quality = (await call('bod', 'GET', `/api/sos/monthly/quality?period=${NOW}`)).body
  t.ok(
    quality.checks.some(({ level }: { level: string }) => level === 'block'),
    'something blocks a finalize',
  )
  const { page } = await openConsole(t, {
    as: 'bod',
    path: `/console/scores?period=${NOW}&search=${seller_code}`,
  })
  await page.getByLabel(`Select ${seller_code}`).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: `Put ${seller_code} under review` })
  await dialog.getByText('May be left empty').waitFor()
  await dialog.getByRole('button', { name: 'Put under review' }).click()
  await page.getByText('1 score is under review.').waitFor()
  t.equal((await call('bod', 'GET', `/api/sos/monthly/${id}`)).body.status, 'under_review')
})

t.test('where nothing is left to finalize it is said, and no dialog leads there', async (t) => {
  const { openConsole } = await consoleService(t)
  const { page } = await openConsole(t, { as: 'bod', path: `/console/scores?period=${FINAL}` })
  await page.getByText('All scores of this month are final').waitFor()
  t.equal(await page.getByRole('button', { name: 'Finalize month' }).count(), 0)
  await page.getByLabel('Select all rows of this page').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Finalize' }).click()
  const finalize = page.getByRole('dialog').getByRole('button', { name: 'Finalize' })
  t.ok(await finalize.isDisabled())
  t.equal(await finalize.getAttribute('aria-busy'), 'false', 'it waits for nothing')
})
