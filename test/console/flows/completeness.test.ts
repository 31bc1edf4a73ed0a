import t from 'tap'
import { LAST, NOW } from '../../setup/months.ts'
import { nameOf } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// An operator is kept from finalizing a month with half its data: it is named, put right, and passes.

const MONTH = nameOf(LAST)
/** A Tuesday, for at weekends half as much is ordered. */
const DAY =
  Array.from({ length: 7 }, (_, n) => `${LAST}-${10 + n}`).find((day) => new Date(day).getUTCDay() === 2) ??
  ''
const PATH = `/console/scores?period=${LAST}`
const BLOCKED = { 'POST /api/sos/monthly/finalize': 409 }

t.test('a day of orders is left out, named, pushed and calculated', async (t) => {
  const { openConsole, call, app } = await consoleService(t, { changes: true })
  const left = await app.db.rows<{ seller_code: string; order_code: string; ordered_at: string }>(
    `select s.seller_code, o.order_code, o.ordered_at::text from orders o join sellers s on s.id = o.seller_id
     where o.ordered_at >= $1::timestamptz and o.ordered_at < $1::timestamptz + interval '1 day'`,
    [`${DAY}T00:00:00${offsetOf(await zoneOf(call))}`],
  )
  t.ok(left.length > 100, 'a day has orders')
  const push = (records: object[]) => call('system', 'POST', '/api/sync/orders', { records })
  for (const some of chunks(
    left.map(({ seller_code, order_code }) => ({ seller_code, order_code, deleted: true })),
  ))
    t.match(await push(some), { status: 200, body: { deleted: some.length } })

  const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path: PATH })
  const panel = page.getByRole('region', { name: `Completeness of ${MONTH}` })
  await panel.getByText(`there is nothing on ${DAY}`, { exact: false }).waitFor()
  const { checks } = (await call('bod', 'GET', `/api/sos/monthly/quality?period=${LAST}`)).body
  const { expected } = checks.find(({ id }: { id: string }) => id === 'missing_day:orders')
  t.match(await panel.textContent(), `0 of ${shown(expected)} · ${shown(expected)} missing`)
  await checkAxe('what is missing')
  await page.getByRole('button', { name: 'Finalize month' }).click()
  const dialog = page.getByRole('dialog', { name: `Finalize ${MONTH}` })
  await dialog.getByText(`there is nothing on ${DAY}`, { exact: false }).waitFor()
  await checkAxe('the dialog names it')
  await dialog.getByRole('link', { name: 'Look at the feed: Orders: days without facts' }).click()
  await page.waitForURL(/feeds\/orders/)

  const again = left.map(({ seller_code, order_code, ordered_at }) => ({
    ...{ seller_code, order_code },
    ordered_at: new Date(ordered_at).toISOString(),
  }))
  for (const some of chunks(again)) t.match(await push(some), { status: 200, body: { rejected: 0 } })
  await page.goto(PATH)
  await panel.getByText('are out of date', { exact: false }).waitFor()
  t.notMatch(await panel.textContent(), DAY)
  await page.getByRole('button', { name: 'Calculate again' }).click()
  await panel.getByText('are out of date', { exact: false }).waitFor({ state: 'detached' })
  t.equal(await panel.getByText('Blocks').count(), 0)
  await page.getByRole('button', { name: 'Finalize month' }).click()
  await dialog.getByLabel(`Type ${LAST} to confirm`).fill(LAST)
  await dialog.getByRole('button', { name: /^Finalize \d+ scores$/ }).click()
  await page.getByText(/^The data: /).waitFor()
  await panel.getByText('When it was finalized').click()
  await panel.getByText(/^The month, .*(complete|with warnings)/).waitFor()
})

t.test('under a gate that blocks, what blocks is accepted by name and with a reason', async (t) => {
  const { openConsole, call } = await consoleService(t, { settings: { QUALITY_GATE: 'block' } })
  const declared = { period: LAST, totals: { records: 99_999 } }
  t.equal((await call('system', 'POST', '/api/sync/orders/control-totals', declared)).status, 200)
  const { page, checkAxe } = await openConsole(t, { as: 'am_head', path: PATH, expect: BLOCKED })
  await page.getByRole('button', { name: 'Finalize month' }).click()
  const dialog = page.getByRole('dialog', { name: `Finalize ${MONTH}` })
  await dialog.getByText('Accept, and finalize all the same').waitFor()
  await dialog.getByLabel(`Type ${LAST} to confirm`).fill(LAST)
  const finalize = dialog.getByRole('button', { name: /^Finalize \d+ scores$/ })
  t.ok(await finalize.isDisabled(), 'not before it is accepted')
  await dialog.getByLabel('Accept: Orders: not what was declared').check()
  t.ok(await finalize.isDisabled(), 'not without a reason')
  await dialog.getByLabel('Why the data are right as they are').fill('The sender counted twice')
  await checkAxe('what blocks is accepted')

  // Another feed turns out to be incomplete while the dialog is open: it is said, and can be accepted too.
  const tickets = { period: LAST, totals: { records: 99_999 } }
  t.equal((await call('system', 'POST', '/api/sync/tickets/control-totals', tickets)).status, 200)
  await finalize.click()
  await dialog.getByText('is not finalized, because its data look incomplete', { exact: false }).waitFor()
  await dialog.getByLabel('Accept: Tickets: not what was declared').check()
  await finalize.click()
  await page.getByText(/^\d+ scores are final now\.$/).waitFor()
  await page
    .getByText(/^The data: 2 block, .*2 accepted\.$/)
    .or(page.getByText('The data: 2 block, 2 accepted.'))
    .waitFor()
  const { finalizes } = (await call('bod', 'GET', `/api/sos/monthly/quality?period=${LAST}`)).body
  t.match(finalizes[0], {
    accepted: ['control_total:orders', 'control_total:tickets'],
    notes: 'The sender counted twice',
  })
})

t.test('a month that is not over is refused, and one score of it, until somebody accepts that', async (t) => {
  const { openConsole, call } = await consoleService(t, { changes: true })
  const asked = 'POST /api/sos/monthly/finalize'
  const { page } = await openConsole(t, {
    as: 'bod',
    path: `/console/scores?period=${NOW}`,
    expect: { [asked]: 409 },
  })
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Finalize' }).click()
  const one = page.getByRole('dialog')
  await one.getByText('Blocks', { exact: true }).waitFor()
  await one.getByLabel('Accept: The month is not over').check()
  const finalizeOne = one.getByRole('button', { name: 'Finalize', exact: true })
  t.ok(await finalizeOne.isDisabled(), 'not without a reason')
  await one.getByLabel('Why the data are right as they are').fill('The seller leaves today')
  await finalizeOne.click()
  await page.getByText('1 score is final.').waitFor()

  await page.getByRole('button', { name: 'Finalize month' }).click()
  const dialog = page.getByRole('dialog', { name: `Finalize ${nameOf(NOW)}` })
  await dialog.getByText('Blocks', { exact: true }).waitFor()
  await dialog.getByLabel(`Type ${NOW} to confirm`).fill(NOW)
  const finalize = dialog.getByRole('button', { name: /^Finalize \d+ scores$/ })
  t.ok(await finalize.isDisabled(), 'typing the month accepts nothing')
  await dialog.getByLabel('Accept: The month is not over').check()
  await dialog.getByLabel('Why the data are right as they are').fill('The last day was on Friday')
  await finalize.click()
  await page.getByText(/^\d+ scores are final now\.$/).waitFor()
  const { finalizes } = (await call('bod', 'GET', `/api/sos/monthly/quality?period=${NOW}`)).body
  t.match(finalizes[0], { score_id: null, accepted: ['month_not_over'], notes: 'The last day was on Friday' })
  t.match(finalizes[1], { accepted: ['month_not_over'], notes: 'The seller leaves today' })
})

t.test('what only warns is called so, and may be accepted with a reason', async (t) => {
  const { openConsole, call } = await consoleService(t, { changes: true })
  const declared = { period: LAST, totals: { records: 99_999 } }
  t.equal((await call('system', 'POST', '/api/sync/orders/control-totals', declared)).status, 200)
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path: PATH })
  await page.getByRole('button', { name: 'Finalize month' }).click()
  const dialog = page.getByRole('dialog', { name: `Finalize ${MONTH}` })
  await dialog.getByText('This does not stop anybody from finalizing.').waitFor()
  t.equal(await page.getByText('Blocks', { exact: true }).count(), 0)
  await dialog.getByLabel(`Type ${LAST} to confirm`).fill(LAST)
  const finalize = dialog.getByRole('button', { name: /^Finalize \d+ scores$/ })
  t.notOk(await finalize.isDisabled())
  await dialog.getByLabel('Accept: Orders: not what was declared').check()
  t.ok(await finalize.isDisabled(), 'not without a reason')
  await dialog.getByLabel('Why the data are right as they are').fill('The sender counted twice')
  await checkAxe('a warning is accepted')
  await finalize.click()
  await page.getByText(/^\d+ scores are final now\.$/).waitFor()
  const { finalizes } = (await call('bod', 'GET', `/api/sos/monthly/quality?period=${LAST}`)).body
  t.match(finalizes[0], { accepted: ['control_total:orders'], notes: 'The sender counted twice' })
})

t.test('one score is finalized over what blocks, with a reason', async (t) => {
  const { openConsole, call } = await consoleService(t, { settings: { QUALITY_GATE: 'block' } })
  const declared = { period: LAST, totals: { records: 99_999 } }
  t.equal((await call('system', 'POST', '/api/sync/orders/control-totals', declared)).status, 200)
  const [{ seller_code, id }] = (
    await call('bod', 'GET', `/api/sos/monthly?period=${LAST}&status=draft&limit=1`)
  ).body.data
  const { page } = await openConsole(t, { as: 'bod', path: `${PATH}&status=draft` })
  await page.getByRole('button', { name: `Actions for ${seller_code}` }).click()
  await page.getByRole('menuitem', { name: 'Finalize' }).click()
  const dialog = page.getByRole('dialog', { name: `Finalize ${seller_code}` })
  await dialog.getByLabel('Accept: Orders: not what was declared').check()
  const finalize = dialog.getByRole('button', { name: 'Finalize', exact: true })
  t.ok(await finalize.isDisabled(), 'not without a reason')
  await dialog.getByLabel('Why the data are right as they are').fill('Counted by hand')
  await finalize.click()
  await page.getByText('1 score is final.').waitFor()
  t.match((await call('bod', 'GET', `/api/sos/monthly/${id}`)).body, {
    status: 'final',
    notes: 'Counted by hand',
  })
})

type Call = Awaited<ReturnType<typeof consoleService>>['call']

const zoneOf = async (call: Call): Promise<string> =>
  (await call('bod', 'GET', '/api/console/context')).body.time_zone

/** Of the zone in the middle of the month, such as +02:00. */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(`${DAY}T12:00:00Z`),
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3) || '+00:00'
}

const shown = (value: number) => new Intl.NumberFormat('en-GB').format(value)

/** A push takes so many records at once. */
const chunks = <T>(all: T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
