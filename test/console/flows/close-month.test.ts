import t from 'tap'
import { someOf } from '../../setup/form.ts'
import { LAST } from '../../setup/months.ts'
import { nameOf } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// The console's first acceptance test: a month is closed from beginning to end, by each of those who may.

const MONTH = nameOf(LAST)

for (const role of someOf(['ops_head', 'bod', 'am_head'] as const, 1))
  t.test(`${role} closes a month`, async (t) => {
    const { openConsole, call, app } = await consoleService(t, { changes: true })
    await app.db.rows(
      `update sync_feed_periods set period = '2020-01' where feed = 'tickets' and period = '${LAST}'`,
    )
    const { page } = await openConsole(t, { as: role, path: `/console?period=${LAST}` })

    // Which feeds are silent?
    await page.getByRole('link', { name: `tickets: no facts of ${MONTH}` }).waitFor()

    // Calculate.
    await page.getByRole('link', { name: new RegExp(`${MONTH}: .* not final`) }).click()
    const newest = async () => (await call(role, 'GET', `/api/sos/runs?period=${LAST}&limit=1`)).body.data[0]
    const before = `Run ${(await newest()).id}`
    await page.getByRole('button', { name: 'Calculate again' }).click()
    const panel = page.getByRole('region', { name: /^Run / }).filter({ hasNotText: before })
    await panel.getByText('Last calculation').waitFor()
    const run = await newest()
    t.equal(run.status, 'completed')
    await panel.getByRole('link', { name: `Run ${run.id}` }).waitFor()

    // The worst movers, from the overview.
    await page.getByRole('link', { name: 'Overview' }).click()
    const falls = page.getByRole('region', { name: 'Biggest falls' })
    await falls.getByRole('listitem').first().waitFor()
    const worst = await call(role, 'GET', `/api/sos/monthly?period=${LAST}&sort=delta&limit=5`)
    const codes = worst.body.data.map((row: { seller_code: string }) => row.seller_code)
    for (const [index, code] of codes.entries())
      t.match(await falls.getByRole('listitem').nth(index).textContent(), code)
    await falls.getByRole('link', { name: 'All' }).click()
    await page.waitForURL(/sort=delta/)

    // A score is reviewed, with a note.
    await page.getByLabel('Status').selectOption('draft')
    await page.waitForURL(/status=draft/)
    const { body } = await call(
      role,
      'GET',
      `/api/sos/monthly?period=${LAST}&sort=delta&status=draft&limit=1`,
    )
    const [{ seller_code: code, id }] = body.data
    await page.locator('tbody tr').first().getByText(code).waitFor()
    await page.getByRole('button', { name: `Actions for ${code}` }).click()
    await page.getByRole('menuitem', { name: 'Put under review' }).click()
    await page.getByRole('dialog').getByLabel('Note').fill('Asked the seller about the fall')
    await page.getByRole('dialog').getByRole('button', { name: 'Put under review' }).click()
    await page.getByText('1 score is under review.').waitFor()
    const reviewed = (await call(role, 'GET', `/api/sos/monthly/${id}`)).body
    t.match(reviewed, { status: 'under_review', notes: 'Asked the seller about the fall' })

    // What waits for this role: a recommendation for the head of operations, a decision for the others.
    await page.getByRole('link', { name: 'Overview' }).click()
    const step = role === 'ops_head' ? 'recommendation' : 'decision'
    await page.getByRole('link', { name: new RegExp(`^1 appeal waits for a ${step}`) }).click()
    await page.locator('tbody').getByRole('link').first().click()
    await page.getByRole('radio', { name: 'Reject' }).check()
    await page.getByLabel('Notes').fill('The dock log says otherwise')
    await page
      .getByRole('button', { name: role === 'ops_head' ? 'Send the recommendation' : 'Decide for good' })
      .first()
      .click()
    if (role !== 'ops_head')
      await page.getByRole('dialog').getByRole('button', { name: 'Decide for good' }).click()
    await page
      .getByText(role === 'ops_head' ? 'The recommendation is sent.' : 'The appeal is decided.')
      .waitFor()
    await page.getByRole('link', { name: 'Scores' }).click()

    // The month is made final: what that does is told in numbers, and the month is typed.
    const open = (await call(role, 'GET', `/api/dashboard/trend?from=${LAST}&to=${LAST}`)).body.data[0]
    const count = open.statuses.draft + open.statuses.under_review
    await page.getByRole('button', { name: 'Finalize month' }).click()
    const dialog = page.getByRole('dialog', { name: `Finalize ${MONTH}` })
    const finalize = dialog.getByRole('button', { name: `Finalize ${count} scores` })
    await finalize.waitFor()
    t.ok(await finalize.isDisabled(), 'not before the month is typed')
    await dialog.getByText(new RegExp(`^${open.appeals.open} appeals? (is|are) still open`)).waitFor()
    await dialog.getByLabel(`Type ${LAST} to confirm`).fill(LAST)
    await finalize.click()
    await page.getByText(`${count} scores are final now.`).waitFor()
    t.equal(
      (await call(role, 'GET', `/api/sos/monthly?period=${LAST}&status=final&before_contract=false&limit=1`))
        .body.total,
      open.scored,
    )

    // Nothing of it is left to do.
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'To review' }).getByText('0', { exact: true }).waitFor()
    t.equal(await page.getByRole('link', { name: new RegExp(`${MONTH}: .* not final`) }).count(), 0)
  })
