import type { Page } from 'playwright-core'
import t from 'tap'
import { consoleService } from '../browser.ts'

// A rule is changed by mouse, by keys and by numbers; who would change tier is seen before; a save that comes too late
// loses nothing; versions are compared.

const { openConsole, call } = await consoleService(t, { changes: true })

const PERIOD = (await call('bod', 'GET', '/api/console/context')).body.periods[1].period as string
const { data: orders } = (await call('bod', 'GET', '/api/config/o-score')).body
const rule = orders.find(({ metric }: { metric: string }) => metric === 'on_time_ready_rate')
const path = `/console/rules/o-score/${rule.id}?period=${PERIOD}`
const present = async () => (await call('bod', 'GET', `/api/config/o-score/${rule.id}`)).body

const valueIn = (page: Page, point: number) => page.getByLabel(`Value of point ${point}`)
const pointsIn = (page: Page, point: number) => page.getByLabel(`Points of point ${point}`)
const curveOf = async (page: Page) =>
  Promise.all(
    [1, 2, 3, 4].map(async (point) => [
      Number(await valueIn(page, point).inputValue()),
      Number(await pointsIn(page, point).inputValue()),
    ]),
  )

/** Drags a point of the curve by so many pixels. */
async function drag(page: Page, point: number, right: number, down: number) {
  const box = await page
    .getByRole('slider', { name: `Point ${point}` })
    .locator('.knob')
    .boundingBox()
  if (!box) throw new Error(`Point ${point} is not drawn.`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right, y + down, { steps: 4 })
  await page.mouse.up()
}

/** The answer to the last preview, once the page has been quiet. */
const previewOf = (page: Page, act: () => Promise<unknown>) =>
  Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/api/config/preview')), act()]).then(
    ([answer]) => answer.json(),
  )

t.test('the overview of the rules leads to a curve', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'ops_head', path: `/console/rules?period=${PERIOD}` })
  await page.getByRole('link', { name: /Ready on time/ }).waitFor()
  await checkAxe('rules')
  await page.getByRole('link', { name: 'Records: Operations' }).click()
  await page.getByRole('region', { name: /which record counts when/ }).waitFor()
  await checkAxe('rules of a type')
  await page
    .getByRole('link', { name: /^Ready on time/ })
    .first()
    .click()
  await page.getByRole('slider', { name: 'Point 3' }).waitFor()
  t.equal(await page.getByRole('button', { name: /^Save version/ }).count(), 0, 'this role drafts')
  await checkAxe('a rule')
})

t.test('mouse, keys and numbers move the same points, and the preview says who changes tier', async (t) => {
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path })
  await page.getByRole('slider', { name: 'Point 3' }).waitFor()
  await previewOf(page, () => drag(page, 3, 8, 60))
  const [, , dragged] = await curveOf(page)
  t.ok(dragged && dragged[0] !== undefined && dragged[0] > 95 && dragged[0] < 98, 'to the right')
  t.ok(dragged && dragged[1] !== undefined && dragged[1] < 75, 'and down')

  await valueIn(page, 3).fill('95')
  await pointsIn(page, 3).fill('85')
  const third = page.getByRole('slider', { name: 'Point 3' })
  await third.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.locator('[aria-valuetext="95.1 % brings 75 points"]').waitFor()
  t.same((await curveOf(page))[2], [95.1, 75])

  const shown = await previewOf(page, () => pointsIn(page, 2).fill('40'))
  const { curve: _, ...others } = rule
  const asked = {
    period: PERIOD,
    changes: [{ type: 'o-score', op: 'put', fields: { ...others, curve: await curveOf(page) } }],
  }
  const { body: expected } = await call('bod', 'POST', '/api/config/preview', asked)
  t.same(shown, expected, 'what was asked is what the form says')
  const moved = expected.migration.filter(({ from, to }: { from: string; to: string }) => from !== to)
  const sellers = moved.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
  t.ok(sellers > 0)
  const figures = page.locator('.preview-figures')
  await figures.getByText(expected.mean_after.toFixed(2), { exact: true }).waitFor()
  t.match(await figures.textContent(), `Change tier${sellers}of ${expected.sellers}`)
  await checkAxe('a rule with its preview')

  await valueIn(page, 3).fill('99')
  await page.getByText('Must be below 98 %').waitFor()
  t.ok(await page.getByRole('button', { name: 'Save version 2' }).isDisabled())
  await valueIn(page, 3).fill('95,5')
  await page.getByRole('button', { name: 'Save version 2' }).click()
  const dialog = page.getByRole('dialog')
  t.match(await dialog.textContent(), /\d+ of \d+ sellers would change tier/)
  await dialog.getByRole('button', { name: 'Save version 2' }).click()
  await page.getByText('Saved as version 2.').waitFor()
  t.same((await present()).curve, [
    [80, 0],
    [90, 40],
    [95.5, 75],
    [98, 100],
  ])

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  t.same((await present()).curve, rule.curve)
  t.same(await curveOf(page), rule.curve, 'the form says so too')
  await page.locator('.versions').getByText('Version 3').first().waitFor()
  t.match(await page.locator('.versions').textContent(), /90 → 40.*90 → 60/s, 'both curves')
  await checkAxe('versions')
})

t.test('a point is added where the line is, and removed', async (t) => {
  const { page } = await openConsole(t, { as: 'bod', path })
  await page.getByRole('button', { name: 'Add a point after point 1' }).click()
  t.same((await curveOf(page))[1], [85, 30])
  await page.getByRole('slider', { name: 'Point 2' }).focus()
  await page.keyboard.press('Delete')
  t.same(await curveOf(page), rule.curve)
  t.ok(await page.getByRole('button', { name: /^Save version/ }).isDisabled(), 'as it was')
})

t.test('a save that comes too late shows both versions and loses nothing', async (t) => {
  const { page, checkAxe, expectAnswers } = await openConsole(t, { as: 'bod', path })
  expectAnswers({ [`PUT /api/config/o-score/${rule.id}`]: 412 })
  await page.getByLabel('Weight').fill('44')
  const { version } = await present()
  const other = { min_volume: 50 }
  t.equal((await call('admin', 'PUT', `/api/config/o-score/${rule.id}`, other)).status, 200)
  const save = async (number: number) => {
    await page.getByRole('button', { name: `Save version ${number}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Save version ${number}` })
      .click()
  }
  await save(version + 1)
  const dialog = page.getByRole('dialog', { name: /Somebody changed this record/ })
  await dialog.getByRole('row', { name: /Weight/ }).waitFor()
  t.match(await dialog.getByRole('row', { name: /Weight/ }).textContent(), /40.*44/)
  t.match(await dialog.getByRole('row', { name: /Smallest volume/ }).textContent(), /50.*30/)
  await checkAxe('both versions')
  await dialog.getByRole('button', { name: 'Keep my changes' }).click()
  t.equal(await page.getByLabel('Weight').inputValue(), '44')
  await save(version + 2)
  await page.getByText(`Saved as version ${version + 2}.`).waitFor()
  const { weight, min_volume } = await present()
  t.same({ weight, min_volume }, { weight: 44, min_volume: 50 }, 'both changes are there')
})

t.test('from a later month on another record counts, and the time line shows it', async (t) => {
  const { page } = await openConsole(t, { as: 'admin', path })
  await pointsIn(page, 1).fill('5')
  await page.getByRole('button', { name: 'From a later month' }).click()
  await page.getByRole('button', { name: 'Create the record' }).click()
  await page.getByText(/the new record counts/).waitFor()
  await page.waitForURL((url) => !url.pathname.endsWith(`/${rule.id}`))
  await page.getByText(/another record of its kind counts/).waitFor()
  await page.getByRole('link', { name: 'Operations' }).first().click()
  await page.getByRole('link', { name: /^Ready on time since/ }).waitFor()
  const { effective_to } = await present()
  t.equal(effective_to, null, 'the earlier one is as it was')
})

t.test('weights that do not add up are told before they are sent', async (t) => {
  const { id } = (await call('bod', 'GET', '/api/config/score-weights')).body.data[0]
  const { page, checkAxe } = await openConsole(t, {
    as: 'bod',
    path: `/console/rules/score-weights/${id}?period=${PERIOD}`,
  })
  await page.getByLabel('Weight: Operations').fill('20')
  await page
    .getByText(/10 to go/)
    .first()
    .waitFor()
  t.ok(await page.getByRole('button', { name: /^Save version/ }).isDisabled())
  await checkAxe('weights')
  await previewOf(page, () => page.getByLabel('Weight: Planning').fill('30'))
  t.notOk(await page.getByRole('button', { name: /^Save version/ }).isDisabled())
})

t.test('markup in a name is text', async (t) => {
  const name = `<b>${'very long '.repeat(7)}`.slice(0, 76)
  const { data } = (await call('bod', 'GET', '/api/config/tiers')).body
  const { id } = data.find((tier: { name: string }) => tier.name === 'Bronze')
  t.equal((await call('bod', 'PUT', `/api/config/tiers/${id}`, { name })).status, 200)
  const { page, checkAxe } = await openConsole(t, { as: 'viewer', path: '/console/rules/tiers' })
  await page
    .getByRole('link', { name: /very long/ })
    .first()
    .waitFor()
  t.equal(await page.locator('main b').count(), 0)
  await checkAxe('a long name')
})

t.test('a record is deleted by who has typed its name', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/helpdesk')).body
  const { id, category } = data.find((one: { category: string }) => one.category !== '*')
  const { page, checkAxe } = await openConsole(t, { as: 'bod', path: `/console/rules/helpdesk/${id}` })
  await page.getByRole('button', { name: 'Delete the record' }).click()
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  t.match(name?.toLowerCase(), category.replaceAll('_', ' '))
  const dialog = page.getByRole('dialog', { name: `Delete ${name} (Helpdesk)?` })
  const button = dialog.getByRole('button', { name: 'Delete the record' })
  t.ok(await button.isDisabled())
  await checkAxe('deleting a record')
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name ?? '')
  await button.click()
  await page.getByText('The record is deleted.').waitFor()
})
