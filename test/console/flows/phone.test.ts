import type { Page } from 'playwright-core'
import t from 'tap'
import { FINAL } from '../browser/months.ts'
import { consoleService } from '../browser.ts'

// On a phone: the points of a curve follow a finger while the page still scrolls, and no number breaks in two.

const { openConsole, call } = await consoleService(t, { changes: true })
const phone = { as: 'bod', width: 390, height: 844, isTouch: true } as const

/** A finger, as the browser's own gestures see it. */
async function slide(page: Page, [x, y]: [number, number], [right, down]: [number, number]) {
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: [number, number]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
  await touch('touchStart', [x, y])
  for (let step = 1; step <= 12; step += 1)
    await touch('touchMove', [x + (right * step) / 12, y + (down * step) / 12])
  await touch('touchEnd')
}

t.test('a finger drags each point of a curve, and beside the points it scrolls the page', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/o-score')).body
  const { id } = data.find(({ metric }: { metric: string }) => metric === 'on_time_ready_rate')
  const { page } = await openConsole(t, { ...phone, path: `/console/rules/o-score/${id}` })
  const editor = page.locator('.curve-editor svg')
  await editor.waitFor()
  const points = () =>
    Promise.all([1, 2, 3, 4].map((point) => page.getByLabel(`Points of point ${point}`).inputValue()))
  const scrolled = () => page.evaluate<number>('scrollY')
  const knobs = page.locator('.curve-editor .knob')
  for (const [point, down] of [
    [1, 60],
    [2, -60],
  ] as const) {
    await knobs
      .nth(point)
      .evaluate((knob: { scrollIntoView(how: object): void }) => knob.scrollIntoView({ block: 'center' }))
    const box = await knobs.nth(point).boundingBox()
    const [before, from] = [await points(), await scrolled()]
    if (!box) throw new Error('The point is not drawn.')
    await slide(page, [box.x + box.width / 2, box.y + box.height / 2], [0, down])
    const after = await points()
    const moved = Number(after[point]) - Number(before[point])
    t.ok(Math.sign(moved) === -Math.sign(down) && Math.abs(moved) > 10, `point ${point + 1} by ${moved}`)
    t.same(after.toSpliced(point, 1), before.toSpliced(point, 1), 'only this one')
    t.equal(await scrolled(), from, 'the page stays')
  }
  const chart = await editor.boundingBox()
  const [before, from] = [await points(), await scrolled()]
  if (!chart) throw new Error('The chart is not drawn.')
  await slide(page, [chart.x + chart.width * 0.75, chart.y + chart.height - 60], [0, -80])
  t.same(await points(), before)
  await page.waitForFunction(`scrollY > ${from + 20}`)
})

/** The numbers that stand on more than one line, and the words that are broken. */
const BROKEN = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  const broken = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest('table') || node.parentElement.closest('.mono, .visually-hidden')) continue
    for (const { 0: text, index } of node.data.matchAll(/[\\d.,]*\\d/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + text.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) broken.push(text + ' of ' + node.data)
    }
  }
  return broken
})()`

t.test('no number breaks in the tables of rules, drafts and backtests', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/o-score')).body
  const { data: tiers } = (await call('bod', 'GET', '/api/config/tiers')).body
  const rule = data.find(({ metric }: { metric: string }) => metric === 'on_time_ready_rate')
  const ownFields = Object.fromEntries(
    Object.entries(rule).filter(
      ([name]) =>
        ![
          'id',
          'version',
          'is_active',
          'created_at',
          'updated_at',
          'updated_by',
          'effective_from',
          'effective_to',
        ].includes(name),
    ),
  )
  const gold = tiers.find(({ name }: { name: string }) => name === 'Gold')
  const curve = [
    [80.5, 0],
    [90.5, 40],
    [95.5, 85],
    [98.5, 100],
  ]
  const changes = [
    { type: 'o-score', op: 'put', fields: { ...ownFields, curve, weight: 123.456 } },
    { type: 'tiers', op: 'remove', identity: gold.name },
  ]
  const { body: draft } = await call('bod', 'POST', '/api/config/drafts', { name: 'A curve', changes })
  t.ok(draft.id, JSON.stringify(draft))
  const { page } = await openConsole(t, { ...phone, path: '/console/rules/drafts' })
  const backtest = { draft_id: draft.id, from: FINAL, to: FINAL }
  const asked = await call('bod', 'POST', '/api/backtests', backtest)
  t.ok(asked.body.id, JSON.stringify(asked.body))
  for (const path of [
    '/rules/drafts',
    `/rules/drafts/${draft.id}`,
    `/rules/drafts/${draft.id}?test=${asked.body.id}`,
    `/rules/o-score/${rule.id}`,
    '/rules/o-score',
    '/rules/surcharge',
    '/rules',
  ]) {
    if (path.startsWith('/rules/o-score/'))
      t.equal((await call('bod', 'PUT', `/api/config/o-score/${rule.id}`, { curve })).status, 200)
    await page.goto(`/console${path}`)
    await page.locator('h1').waitFor()
    if (path.includes('test=')) await page.locator('.tests').getByText('Completed').waitFor()
    await page.waitForLoadState('networkidle')
    t.same(await page.evaluate(BROKEN), [], path)
    for (const summary of await page.locator('.versions summary').all()) {
      await summary.tap()
      t.same(await page.evaluate(BROKEN), [], `${path}: ${await summary.textContent()}`)
    }
    for (const change of await page.locator('.change .table-scroll').all())
      t.ok(
        await change.evaluate(
          (it: { scrollWidth: number; clientWidth: number }) => it.scrollWidth <= it.clientWidth,
        ),
        'both sides of a change are in sight',
      )
    for (const tiers of await page.locator('.mover-tiers .tier').all())
      t.ok(await tiers.isVisible(), 'who moves is shown with its tiers')
  }
})
