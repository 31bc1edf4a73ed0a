import t from 'tap'
import { FINAL } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// A month was finalized by a wrong rule, and facts came late: one person asks, another decides.

const { openConsole, call } = await consoleService(t, { changes: true })

const URL = '/api/sos/monthly/corrections'
const REASON = 'The curve of cancellations was entered wrongly'

const done = async (...asked: Parameters<typeof call>) => {
  const { status, body } = await call(...asked)
  if (status !== 200) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${body.error}`)
  return body
}
const { data: rules } = await done('bod', 'GET', '/api/config/o-score?limit=500')
const { id: rule } = rules.find(({ metric }: { metric: string }) => metric === 'seller_cancel_rate')

t.test('late facts of a final month are found and proposed as appeals', async (t) => {
  const order = { ordered_at: `${FINAL}-10T08:00:00Z`, ready_by: `${FINAL}-11T08:00:00Z` }
  const records = ['S-1018', 'S-1020'].map((seller_code) => ({
    ...{ seller_code, order_code: 'late', ready_at: `${FINAL}-10T20:00:00Z` },
    ...order,
  }))
  await done('system', 'POST', '/api/sync/orders', { records })
  const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path: '/console/corrections?tab=late' })
  await page.getByLabel('First month').fill(FINAL)
  await page.getByLabel('Last month').fill(FINAL)
  await checkAxe('late facts')
  await page.getByRole('button', { name: 'Look now' }).click()
  await page.waitForURL(/corrections\/late\/\d+/)
  await page.getByText('Propose appeals').waitFor()
  const id = new globalThis.URL(page.url()).pathname.split('/').at(-1)
  const found = await done('bod', 'GET', `/api/backtests/${id}`)
  await page
    .locator('.tile', { hasText: 'Scores that differ' })
    .getByText(String(found.differ), { exact: true })
    .waitFor()
  const [{ seller_code }] = found.movers.up
  await page.getByLabel(`Select ${seller_code}`).check()
  await page.getByRole('button', { name: 'Propose 1 seller' }).click()
  await page.getByText('1 appeal is filed.').waitFor()
  await checkAxe('a drift')
  await page.getByRole('button', { name: 'Propose 1 seller' }).click()
  await page.getByText('It has an open appeal').waitFor()
  await page.getByRole('button', { name: 'Propose all in their favour' }).click()
  await page.getByText('1 score was left out:').waitFor()
})

let corrected = ''

t.test('the first person sees what would change, then asks for it, and may not decide', async (t) => {
  await done('bod', 'PUT', `/api/config/o-score/${rule}`, {
    curve: [
      [0.5, 100],
      [1, 90],
      [2.5, 50],
      [5, 10],
      [10, 0],
    ],
  })
  const { page, checkAxe, expectAnswers } = await openConsole(t, {
    as: 'ops_head',
    path: `/console/corrections?period=${FINAL}`,
  })
  await page.getByText('No month has been corrected yet').waitFor()
  await page.getByRole('link', { name: 'New correction' }).click()
  await page.getByLabel('What is wrong with the month').fill(REASON)
  t.equal(await page.getByLabel('Month', { exact: true }).inputValue(), FINAL)
  await checkAxe('a new correction')
  await page.getByLabel('Only these sellers').fill('NOBODY')
  expectAnswers({ [`POST ${URL}`]: [400, 409] })
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByText('NOBODY has no final score', { exact: false }).waitFor()
  t.equal(await page.getByLabel('What is wrong with the month').inputValue(), REASON, 'the form is intact')
  await page.getByLabel('Only these sellers').fill('')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.waitForURL(/corrections\/\d+/)
  await page.getByText('It ends here').waitFor()
  await page.reload()
  await page.getByText('It ends here').waitFor()
  t.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0, 'a dry run is not approved')

  await page.goto(`/console/corrections/new?period=${FINAL}&dry=no`)
  await page.getByLabel('What is wrong with the month').fill(REASON)
  await page.getByRole('button', { name: 'Compute the correction' }).click()
  await page.getByText('You have asked for this correction').waitFor()
  corrected = new globalThis.URL(page.url()).pathname
  const { found, changed } = await done('bod', 'GET', corrected.replace('/console/corrections', URL))
  const tile = page.locator('.tile', { hasText: 'Change the tier' })
  await tile.getByText(String(found.tier_changes), { exact: true }).waitFor()
  await page.getByText(`1 to 50 of ${changed}`).waitFor()
  await tile.click()
  await page.getByText(`1 to ${found.tier_changes} of ${found.tier_changes}`).waitFor()
  await page.goBack()
  await page.getByText(`1 to 50 of ${changed}`).waitFor()

  await page.goto(`/console/corrections/new?period=${FINAL}`)
  await page.getByLabel('What is wrong with the month').fill(REASON)
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByText('have it approved or rejected', { exact: false }).waitFor()
})

t.test('the second person approves, the first sees it happen, and a seller has the revision', async (t) => {
  const first = await openConsole(t, { as: 'ops_head', path: corrected })
  await first.page.getByText('You have asked for this correction').waitFor()
  await first.page.getByRole('button', { name: 'Take it back' }).waitFor()
  t.equal(await first.page.getByRole('button', { name: 'Approve' }).count(), 0, 'only somebody else approves')
  const { page, checkAxe } = await openConsole(t, { as: 'am_head', path: corrected })
  await page.getByLabel('Notes').fill('Checked against the paper')
  await checkAxe('a correction to decide')
  await page.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await checkAxe('approving')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved. The revisions are being written.').waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()
  await first.page.getByText('Completed', { exact: true }).waitFor()
  await first.page.getByText('Checked against the paper').waitFor()
  await checkAxe('a completed correction')

  const url = corrected.replace('/console/corrections', URL)
  const { changed, corrected: written } = await done('bod', 'GET', url)
  t.equal(written, changed)
  const [{ seller_code, total_after }] = (await done('bod', 'GET', `${url}/sellers?limit=1`)).data
  await page
    .getByRole('row', { name: new RegExp(seller_code) })
    .getByText('Corrected')
    .waitFor()
  await page.getByRole('link', { name: seller_code, exact: true }).click()
  await page.waitForURL(new RegExp(`sellers/${seller_code}.*period=${FINAL}`))
  await page.getByText(total_after.toFixed(2)).first().waitFor()
})

t.test('who may not change scores reads it', async (t) => {
  const { page } = await openConsole(t, { as: 'viewer', path: '/console/corrections' })
  await page
    .getByRole('link', { name: /^Correction/ })
    .nth(1)
    .waitFor()
  t.equal(await page.getByRole('link', { name: 'New correction' }).count(), 0)
})
