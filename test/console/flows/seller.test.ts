import t from 'tap'
import { ladderOf } from '../../../console/logic/seller/ladder.ts'
import { type Explanation, waterfallOf } from '../../../console/logic/seller/waterfall.ts'
import { ROLES, type Role } from '../../../src/platform/access/roles.ts'
import { consoleService } from '../browser.ts'

const { openConsole, call, app } = await consoleService(t)

const explanationOf = async (code: string, period: string) =>
  (await call('bod', 'GET', `/api/sos/sellers/${code}/score/explanation?period=${period}`))
    .body as Explanation

const scores = await app.db.rows<{ seller_code: string; period: string }>(
  `select s.seller_code, m.period
     from monthly_scores m join sellers s on s.id = m.seller_id order by m.period, s.seller_code`,
)
const finished = [...new Set(scores.map(({ period }) => period))].sort().at(-2) ?? ''

/** How many rows of a metric a page shows. */
const SHOWN_ROWS = 50
const sumOf = (rows: { denominator: number }[]) => rows.reduce((sum, { denominator }) => sum + denominator, 0)
const inWords = (sum: number) => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 }).format(sum)

/** How many explanations are asked for at once. */
const AT_ONCE = 24

t.test('every score of the demo is 100 less its steps', async (t) => {
  t.ok(scores.length > 500, `${scores.length} scores`)
  for (let at = 0; at < scores.length; at += AT_ONCE)
    await Promise.all(
      scores.slice(at, at + AT_ONCE).map(async ({ seller_code, period }) => {
        const explanation = await explanationOf(seller_code, period)
        const sum = waterfallOf(explanation).reduce((total, { change }) => total + change, 100)
        if (Math.abs(sum - explanation.total_sos) > 0.01) t.fail(`${seller_code} in ${period}: ${sum}`)
      }),
    )
})

t.test('what the ladder says reaches the next tier, by the service too', async (t) => {
  let asked = 0
  for (const { seller_code } of scores.filter(({ period }) => period === finished).slice(0, 60)) {
    const explanation = await explanationOf(seller_code, finished)
    const rung = ladderOf(explanation)?.find(({ needed }) => needed !== null)
    if (!rung) continue
    asked += 1
    const { body } = await call('bod', 'POST', `/api/sos/sellers/${seller_code}/score/what-if`, {
      period: finished,
      metrics: { [rung.metric]: rung.needed },
    })
    t.equal(body.after.tier, explanation.tier.next?.name, `${seller_code}: ${rung.metric} at ${rung.needed}`)
  }
  t.ok(asked > 5, `${asked} rungs`)
})

t.test('from the list to the rows: the sums agree, and Back leads home', async (t) => {
  const { page, checkAxe } = await openConsole(t, {
    as: 'ops_head',
    path: `/console/sellers?period=${finished}&search=S-1001`,
  })
  await page.getByRole('link', { name: 'S-1001' }).click()
  await page.getByRole('heading', { name: 'From 100 to the total' }).waitFor()
  const explanation = await explanationOf('S-1001', finished)
  const worst = explanation.metrics[0]
  if (!worst) throw new Error('S-1001 has no metric')
  await page.locator('.score-figure', { hasText: explanation.total_sos.toFixed(2) }).waitFor()
  await page.getByRole('heading', { name: 'The cheapest path' }).waitFor()
  await checkAxe('a seller')

  await page.locator('a.drop').first().click()
  await page.waitForURL(`**/sellers/S-1001/${finished}/${worst.metric}*`)
  await page.locator('.facts-sum').waitFor()
  const facts = `/api/sos/sellers/S-1001/score/facts?period=${finished}&metric=${worst.metric}`
  const { data, total } = (await call('bod', 'GET', `${facts}&limit=500`)).body
  if (data.length === total) t.equal(inWords(sumOf(data)), inWords(worst.denominator))
  t.match(await page.locator('.facts-sum').textContent(), inWords(sumOf(data.slice(0, SHOWN_ROWS))))
  await checkAxe('a metric')
  const rows = await page.locator('tbody tr').count()
  await page.getByRole('checkbox', { name: 'Only what cost points' }).check()
  await page.waitForURL('**cost=only*')
  await page.waitForFunction(`document.querySelectorAll('.panel.flush tbody tr').length <= ${rows}`)

  await page.goBack()
  await page.goBack()
  await page.getByRole('heading', { name: 'From 100 to the total' }).waitFor()
  await page.goBack()
  await page.getByRole('searchbox').waitFor()
  t.equal(await page.getByRole('searchbox').inputValue(), 'S-1001', 'the list is as it was')
  await checkAxe('the list of sellers')
})

t.test('a slider asks a little later, and the address keeps it', async (t) => {
  const { page } = await openConsole(t, { as: 'am_head', path: `/console/sellers/S-1001?period=${finished}` })
  await page.getByRole('button', { name: 'Try this path' }).click()
  const path = (await call('bod', 'POST', '/api/sos/sellers/S-1001/score/path', { period: finished })).body
  await page.locator('.would-figure', { hasText: path.after.total_sos.toFixed(2) }).waitFor()
  t.match(page.url(), 'try=path')
  await page.getByRole('button', { name: 'Reset' }).click()
  const slider = page.locator('.slider input[type=range]').first()
  await slider.focus()
  await slider.press('End')
  await page.waitForURL('**try=*')
  const shown = await page.locator('.would-figure').textContent()
  await page.reload()
  await page.locator('.would-figure').waitFor()
  await page.getByRole('button', { name: 'Reset' }).waitFor()
  t.ok(shown)
  await page
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .click()
  await page.waitForURL('**locked=*')
  await page.getByRole('button', { name: /^Take in/ }).waitFor()
})

t.test('a keyboard alone goes through the waterfall', async (t) => {
  const { page } = await openConsole(t, { as: 'viewer', path: `/console/sellers/S-1018?period=${finished}` })
  await page.locator('a.drop').first().waitFor()
  await page.locator('a.drop').first().focus()
  await page.keyboard.press('Tab')
  const second = await page.locator('a.drop').nth(1).getAttribute('href')
  t.equal(await page.evaluate('document.activeElement.getAttribute("href")'), second)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${second}`)
  await page.locator('h1').waitFor()
})

t.test('one seller is one page of paper, with its as_of', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path: `/console/sellers/S-1018?period=${finished}` })
  await page.getByRole('heading', { name: 'The cheapest path' }).waitFor()
  await page.locator('.path-steps li').first().waitFor()
  const pdf = (await page.pdf()).toString('latin1')
  t.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1)
  await page.emulateMedia({ media: 'print' })
  t.match(await page.locator('.print-foot').textContent(), /S-1018 .* facts as of/)
})

for (const role of ROLES.filter((role) => role !== 'system'))
  t.test(`${role} sees the page of a seller without a refusal`, async (t) => {
    const code = role === 'seller' ? 'S-1001' : await firstSellerOf(role)
    const { page } = await openConsole(t, { as: role, path: `/console/sellers/${code}?period=${finished}` })
    await page.waitForSelector('h1')
    await page.waitForLoadState('networkidle')
    t.notMatch(await page.locator('main').textContent(), /Your role does not/)
  })

/** The first seller that somebody of a role sees. */
const firstSellerOf = async (role: Role): Promise<string> =>
  (await call(role, 'GET', '/api/sellers?limit=1')).body.data[0].seller_code

t.test('each kind of score says what it is', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'seller', path: '/console' })
  await page.getByRole('heading', { name: 'My score' }).waitFor()
  await page.getByRole('link', { name: 'My score' }).waitFor()
  await checkAxe('my score')
  const bod = await openConsole(t, {
    as: 'bod',
    path: '/console/sellers/S-1001?period=2020-01',
    expect: { 'GET /api/sos/sellers/S-1001/score': 404 },
  })
  await bod.page.getByText('No score for January 2020').waitFor()
  const unrated = (await call('bod', 'GET', `/api/sos/monthly?period=${finished}&tier=Unrated`)).body.data[0]
  await bod.page.goto(`/console/sellers/${unrated.seller_code}?period=${finished}`)
  await bod.page.getByText('Not rated in').waitFor()
  await bod.page.getByText('without data').first().waitFor()
})
