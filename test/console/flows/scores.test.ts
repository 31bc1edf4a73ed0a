import type { Page } from 'playwright-core'
import t from 'tap'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { NOW } from '../../setup/months.ts'
import { FINAL, nameOf } from '../browser/months.ts'
import { DESK, fileOf, PATH, PHONE, settled } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// Overview, scores and a seller: who needs a talk and why, a month made final, an appeal by thumb.
const LAST = shiftPeriod(NOW, -1)
const ADVICE = /most likely ends in|More facts come first/
const demo = await consoleService(t, { changes: true })
const SHOWN: string = (await demo.call('bod', 'GET', '/api/console/context')).body.shown_period

/** What the page asks of the API from now on. */
function requestsOf(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`)
  })
  return asked
}

t.test('the overview says who needs a talk and why, in six requests', async (t) => {
  const { page } = await demo.openConsole(t, { as: 'bod', path: PATH, ...DESK })
  const ahead = page.getByText(SHOWN === NOW ? /expected to end|o forecast / : 'Average by month')
  await ahead.waitFor()
  const asked = requestsOf(page)
  await page.reload()
  await ahead.waitFor()
  t.ok(new Set(asked).size === asked.length && asked.length <= 6, asked.join('\n'))
  const { body } = await demo.call('bod', 'GET', `/api/dashboard/stats?period=${SHOWN}`)
  const talk = page.getByRole('link', { name: body.urgent[0].company_name })
  const [, rule, value] = /^(.*: ).* was (.*), and the limit is/.exec(body.urgent[0].block_reason) ?? []
  await talk.getByText(`${rule}${value}.`).waitFor()
  await page.getByText('Lowest', { exact: true }).click()
  await page.getByRole('link', { name: body.lowest[0].company_name }).waitFor()
  t.equal(await page.getByRole('link', { name: 'Overview' }).getAttribute('aria-current'), 'page')
  await page.getByRole('button', { name: /^Critical/ }).click()
  await page.waitForURL(/\/scores\?.*tier=Critical/)
  const blocked = `/api/sos/monthly?period=${SHOWN}&tier=Critical&is_blocked=true`
  const { total } = (await demo.call('bod', 'GET', blocked)).body
  await page.locator('label', { hasText: 'Orders blocked' }).click()
  await page.waitForURL(/blocked=true/)
  await page.reload()
  await page.locator(`tbody tr:nth-child(${total}):last-child`).waitFor()
})

t.test('an account manager sees the own sellers, on a dark phone', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'am', path: PATH, scheme: 'dark', ...PHONE })
  await page.getByRole('heading', { name: 'Your sellers to talk to' }).waitFor()
  await settled(page)
  await checkAxe('own sellers')
  const talk = page.getByRole('link', { name: /^(?!.*Finalize).*Total by month/ })
  await talk.first().tap()
  await page.getByRole('heading', { name: 'What costs the points' }).waitFor()
  const first = page.url()
  await page.getByRole('button', { name: 'Next seller' }).tap()
  await page.getByText(/^2 of \d+$/).waitFor()
  t.not(page.url(), first)
  await page.goto(page.url().replace(/\?.*|$/, `?period=${LAST}&open=on_time_ready_rate`))
  await page.getByRole('dialog').getByText('Due ready').first().waitFor()
  await page.getByText('points that it can bring to the total').waitFor()
})

t.test('an empty system leads to the first score', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path: `${PATH}?period=2020-01`, ...DESK })
  await page.getByRole('heading', { name: 'January 2020 has no scores yet' }).waitFor()
  await page.getByRole('link', { name: 'Import a file' }).waitFor()
  await checkAxe('no scores')
})

t.test('a score is reviewed, the month calculated and made final', async (t) => {
  const path = `${PATH}/scores?period=${LAST}&status=draft&limit=5`
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path, ...DESK })
  await settled(page)
  const boxes = page.getByRole('checkbox', { name: /^Choose (?!all)/ })
  await boxes.first().check()
  await page.getByRole('button', { name: 'Review…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What you have seen').fill('Looked at the late orders')
  await dialog.getByRole('button', { name: 'Review 1 score' }).click()
  await page.getByText('1 score is reviewed.').waitFor()
  await boxes.first().check()
  const url = `/api/sos/monthly?period=${LAST}&status=draft&sort=total_sos`
  const { body } = await demo.call('bod', 'GET', url)
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByText(`${body.total} scores chosen`).waitFor()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await boxes.first().check()
  await demo.call('am_head', 'PATCH', `/api/sos/monthly/${body.data[0].id}/review`, { reviewed_by: 'A' })
  await page.locator('th', { hasText: 'Change' }).click()
  await page.getByText('1 score chosen').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Calculate again' }).click()
  await dialog.getByRole('button', { name: 'Calculate' }).click()
  await dialog.getByText(/^(Nothing has changed|The average)/).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: `Close ${nameOf(LAST)}` }).click()
  await page.getByRole('button', { name: 'Finalize…' }).click()
  await dialog.getByText('It can’t be taken back.').waitFor()
  await dialog.getByText(/\d+ scores are not reviewed\./).waitFor()
  await checkAxe('finalize')
  t.ok(await dialog.getByRole('button', { name: /^Finalize/ }).isDisabled())
  await dialog.getByLabel('To confirm').fill(nameOf(LAST))
  await dialog.getByRole('button', { name: /^Finalize \d+ scores/ }).click()
  await page.getByText(/^All .* scores are final/).waitFor()
  await page.goto(path)
  await page.getByText('The month is final.').waitFor()
  t.equal(await page.getByRole('button', { name: /Calculate/ }).count(), 0)
  const close = page.getByRole('main').getByRole('link', { name: /^Close/ })
  t.equal(await close.count(), 0)
  await page.keyboard.press('Control+K')
  await page.getByRole('button', { name: `Calculate ${nameOf(NOW)}` }).waitFor()
  t.equal(await page.getByRole('button', { name: `Close ${nameOf(LAST)}` }).count(), 0, 'a final month')
  await page.keyboard.type('forecast')
  await page.getByRole('button', { name: 'Rule: Forecast error' }).waitFor()
  await page.keyboard.press('Escape')
  t.equal(await fileOf(page, 'CSV'), `scores-${LAST}.csv`)
})

t.test('a seller is explained: rows, steps, a card of the chart, a certificate', async (t) => {
  const path = `${PATH}/sellers/S-1003?period=`
  const { page, expectAnswers } = await demo.openConsole(t, { as: 'bod', path: path + NOW, ...DESK })
  await page.getByText(ADVICE).first().waitFor()
  await page.goto(path + SHOWN)
  await settled(page) // what comes above the chart moves it from under the pointer
  await page.locator('.recharts-surface').first().hover()
  await page.getByText('Change', { exact: true }).first().waitFor()
  const since = page.getByText(/ since \w{3,4}$/)
  const lost = page.getByText(/^−\d+\.\d\d$/).first()
  await lost.waitFor()
  await since.click()
  await page.getByRole('button', { name: /^Show all \d+ causes$/ }).click()
  const causes = page.locator('section:has-text("What changed") .mantine-NavLink-section')
  const moved = (await causes.allInnerTexts()).reduce((all, one) => all + hundredths(one), 0)
  t.equal(moved, hundredths(await since.innerText()))
  await page.getByRole('button', { name: 'instead of' }).first().click()
  await page.getByRole('dialog').getByRole('table').waitFor()
  t.notMatch(await page.getByRole('dialog').innerText(), / of 0\b/)
  await page.goto(`${path}${FINAL}&open=seller_ticket_rate`)
  for (const code of ['Ticket', 'Order'])
    await page.getByRole('columnheader', { name: `${code} code` }).waitFor()
  t.equal(await fileOf(page, 'All rows'), `seller_ticket_rate-S-1003-${FINAL}.csv`)
  await page.goto(path + FINAL)
  await settled(page)
  t.equal(await page.getByRole('heading', { name: 'What to do next' }).count(), 0, 'a month that is over')
  t.equal(await fileOf(page, 'Certificate'), `certificate-S-1003-${FINAL}.json`)
  for (const ask of ['GET /api/sellers', 'GET /api/sos/sellers', 'POST /api/sos/sellers'])
    expectAnswers({ [`${ask}/S-NOBODY`]: 404 })
  await page.goto(`${PATH}/sellers/S-NOBODY`)
  await page.getByRole('heading', { name: 'There is no seller S-NOBODY' }).waitFor()
  t.equal(await page.getByRole('main').getByRole('button').count(), 0)
  t.equal(await page.getByRole('main').getByRole('link').getAttribute('href'), `${PATH}/`)
})

const hundredths = (shown: string) => Math.round(100 * Number.parseFloat(shown.replace('−', '-')))

t.test('what lifts a block is read before all that brings points', async (t) => {
  const { data } = (await demo.call('bod', 'GET', '/api/sos/enforcement')).body
  const blocked = data.find((one: object) => JSON.stringify(one).includes('payment_block'))
  const path = `${PATH}/sellers/${blocked.seller_code}?period=`
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path: path + NOW, ...DESK })
  const steps = page.locator('section').filter({ hasText: 'What to do next' }).locator('li')
  t.match(
    await steps.first().innerText(),
    /^First, lift the block .*\s+(\+[\d.]+\s+.* overdue and unpaid|Nothing is overdue)/,
  )
  await settled(page)
  await checkAxe('blocked seller')
  await page.getByRole('button', { name: 'Add an exception' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points').fill('5')
  for (const [field, choice] of Object.entries({ Cause: 'Onboarding', 'Which score': 'Total' })) {
    await dialog.getByLabel(field).first().click()
    await page.getByRole('option', { name: choice }).click()
  }
  await dialog.getByLabel('Reason').fill('Its first month')
  for (const day of ['31.02.2026', '']) {
    await dialog.getByLabel('Last day').fill(day)
    await dialog.getByRole('button', { name: 'Add the exception' }).click()
    if (day) await dialog.getByText('There is no such day').waitFor()
  }
  await page.getByText('Once calculated').waitFor()
  for (const place of [page, dialog]) await place.getByRole('button', { name: 'End it' }).click()
  await page.getByText('Once calculated').waitFor({ state: 'detached' })
  await page.goto(path + FINAL)
  const alert = page.getByRole('alert')
  await alert.getByText(/^\w+ \d{4}: .+ finance can waive/).waitFor()
})

t.test('a seller reads where the own month ends and appeals, by a thumb', async (t) => {
  const { page, checkAxe, expectAnswers } = await demo.openConsole(t, { as: 'seller', path: PATH, ...PHONE })
  await page.waitForURL('**/sellers/S-1001')
  await page.goto(`${PATH}/sellers/S-1001?period=${NOW}`)
  await page.getByText(ADVICE).first().waitFor()
  await settled(page)
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  t.same(headings.slice(0, 3), ['What you can do next', 'What costs you points', 'Where your month may end'])
  await checkAxe('own score')
  await page.locator('.recharts-surface').first().tap()
  await page.getByText('Change', { exact: true }).waitFor()
  const costs = page.locator('section:has-text("What costs you points")')
  await costs.locator('button.mantine-NavLink-root').first().tap()
  const against = await page.getByRole('button', { name: /^Appeal against/ }).innerText()
  await page.getByRole('button', { name: against }).tap()
  const dialog = page.getByRole('dialog', { name: /^Appeal against/ })
  await dialog.getByLabel('Evidence').fill('a photo')
  await dialog.getByRole('button', { name: 'Send the appeal' }).tap()
  await dialog.getByText('Fill this in').first().waitFor()
  await dialog.getByText('“a photo”: Enter a complete address').waitFor()
  await dialog.getByLabel('Evidence').fill('')
  await checkAxe('appeal')
  await dialog.getByRole('combobox', { name: 'Reason' }).tap()
  await page.getByRole('option', { name: 'Carrier fault' }).tap()
  expectAnswers({ 'POST /api/appeals': 400 })
  await dialog.getByLabel('What happened').fill('Too short')
  await dialog.getByRole('button', { name: 'Send the appeal' }).tap()
  await dialog.locator('textarea[aria-invalid=true]').waitFor()
  await dialog.getByLabel('What happened').fill('The carrier missed three pick-ups; the goods stood ready.')
  await dialog.getByRole('button', { name: 'Send the appeal' }).dblclick()
  await page.waitForURL(/\/appeals\/\d+$/)
  await settled(page, new RegExp(`: ${against.replace(/Appeal against |…/g, '')}$`))
  const { body } = await demo.call('bod', 'GET', `/api/appeals?seller_code=S-1001&period=${NOW}`)
  t.equal(body.total, 1, 'filed once')
})
