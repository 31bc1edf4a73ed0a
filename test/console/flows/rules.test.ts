import t from 'tap'
import { DESK, PHONE, settled } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// A curve is changed, tried on past months and adopted by another person; a live rule is not lost by one click.
const PATH = '/console/rules'
const DRAFTS = '/console/records/drafts'
const demo = await consoleService(t, { changes: true })
const NAME = 'Late orders cost more'
const expect = { 'PUT /api/config/surcharge': 412, 'POST /api/config/preview': 400 }

t.test('a curve moved by keys says who would change tier, and goes to a draft that is tried', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'am_head', path: PATH, ...DESK })
  await settled(page, 'Rules')
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('link', { name: 'Ready on time' }).click()
  await settled(page, 'Ready on time')
  t.equal(await page.getByRole('button', { name: 'Correct the rule' }).count(), 0, 'it takes another role')
  for (const [field, value, fault] of [
    ['Value of point 2', '500', 'Point 2 can’t have 500'],
    ['Weight', '-5', 'At least 0'],
  ] as const) {
    await page.getByLabel(field).fill(value)
    await page.getByLabel('Points of point 3').fill('90')
    await page.keyboard.press('x')
    await page.getByText('Only a number goes here').waitFor()
    await page.keyboard.press('Tab')
    await page.getByText(fault).waitFor()
    t.equal(await page.getByLabel(field).inputValue(), value, 'what is wrong stays')
    t.equal(await page.getByRole('button', { name: 'Save to a draft' }).isDisabled(), true)
    await page.getByRole('button', { name: 'Reset' }).click()
  }
  await page.getByText('at the foot: where the sellers are').waitFor()
  const point = page.getByRole('slider').nth(1)
  const before = await point.getAttribute('aria-valuetext')
  await point.focus()
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Shift+ArrowDown')
  t.not(await point.getAttribute('aria-valuetext'), before)
  await page.locator('[aria-live]').getByText('would change tier').waitFor()
  await checkAxe('a rule')
  await page.getByRole('button', { name: 'Save to a draft' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the draft').fill(NAME)
  await dialog.getByRole('button', { name: 'Save to the draft' }).dblclick()
  await settled(page, NAME)
  const { data } = (await demo.call('bod', 'GET', '/api/config/drafts')).body
  t.equal(data.filter(({ name }: { name: string }) => name === NAME).length, 1, 'one draft')
  await page.getByRole('button', { name: 'Try on past months' }).click()
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await page.getByText(/scores drop a tier/).waitFor()
  const why = / → .*(points short of the|is below the) \d+/
  await page.getByRole('cell', { name: why }).first().waitFor()
  await page.getByText('You have written it').waitFor({ state: 'detached' })
  t.equal(await page.getByRole('button', { name: 'Adopt' }).count(), 0, 'the author does not adopt it')
  await page.getByRole('button', { name: 'Edit…' }).click()
  await dialog.getByLabel('Drops to a lower tier, at most').fill('500')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Try on past months' }).click()
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await page.getByText('All limits are kept').waitFor()
  await checkAxe('a draft')
})

t.test('the board reads on a dark phone what it would do, and adopts it', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path: DRAFTS, scheme: 'dark', ...PHONE })
  await settled(page, 'Drafts')
  await checkAxe('drafts')
  await page.getByRole('link', { name: NAME }).tap()
  await settled(page, NAME)
  await page.getByText('All limits are kept').waitFor()
  await page.getByRole('button', { name: 'Adopt' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/drops? a tier/).waitFor()
  t.equal(await dialog.getByRole('textbox', { name: 'Why' }).count(), 0, 'no reason is asked for')
  await dialog.getByRole('button', { name: /^Adopt from/ }).tap()
  await page.getByText(/it counts from .* on\.$/).waitFor()
  t.equal(await page.getByRole('button', { name: 'Withdraw' }).count(), 0)
})

t.test('whoever signs alone is told so and gives a reason; others’ drafts are rejected', async (t) => {
  const { page } = await demo.openConsole(t, { as: 'bod', path: DRAFTS, expect, ...DESK })
  await page.getByRole('button', { name: 'New draft' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Grace of 60 days')
  await dialog.getByRole('button', { name: 'Begin the draft' }).click()
  await settled(page, 'Grace of 60 days')
  await page.goto(`${PATH}/grace-period`)
  await page.getByRole('link', { name: 'Standard' }).click()
  await page.getByLabel('Days').fill('60')
  await page.getByRole('button', { name: 'Save to a draft' }).click()
  await dialog.getByLabel('Grace of 60 days').check()
  await dialog.getByRole('button', { name: 'Save to the draft' }).click()
  await settled(page, 'Grace of 60 days')
  await page.getByRole('button', { name: 'Adopt' }).click()
  await dialog.getByText('You sign your own draft').waitFor()
  t.ok(await dialog.getByRole('button', { name: /^Adopt from/ }).isDisabled())
  await page.keyboard.press('Escape')
  for (const place of [page, dialog]) await place.getByRole('button', { name: 'Withdraw' }).click()
  await settled(page, 'Drafts')
  t.equal(await page.getByRole('link', { name: 'Grace of 60 days' }).count(), 0)
  await page.goto(`${PATH}/tiers`)
  await page.getByRole('link', { name: 'Gold' }).click()
  await page.getByLabel('Lowest total').fill('95')
  await page.getByRole('textbox', { name: 'Lowest total', description: /^Tiers: rank must rise/ }).waitFor()
})

t.test('a rule is corrected in all its months, and goes only by a draft', async (t) => {
  const opening = { as: 'bod', path: `${PATH}/surcharge`, expect, ...DESK } as const
  const { page, checkAxe } = await demo.openConsole(t, opening)
  await page.getByRole('link', { name: 'Planning overload' }).click()
  await settled(page, 'Planning overload')
  await page.getByLabel('At most').fill('250')
  const path = new URL(page.url().replace(PATH, '/api/config')).pathname
  const { body } = await demo.call('bod', 'GET', path)
  await demo.call('bod', 'PUT', path, { ...body, above: 45 })
  await page.getByRole('button', { name: 'Correct the rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Correct it in all its months' }).click()
  await dialog.getByText(/has changed it/).waitFor()
  await page.getByText('Somebody has changed this rule meanwhile').waitFor()
  t.equal(await page.getByLabel('A value above').inputValue(), '45 %')
  await dialog.getByRole('button', { name: 'Close and look' }).click()
  await page.getByRole('button', { name: 'Correct the rule' }).click()
  await dialog.getByRole('button', { name: 'Correct it in all its months' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /At most 200 250/ }).waitFor()
  await checkAxe('versions')
  await page.getByRole('button', { name: 'Remove the rule' }).click()
  await dialog.getByRole('button', { name: 'Save to the draft' }).click()
  await settled(page, 'Planning overload goes')
  await page.getByText('The rule ends.').waitFor()
})
