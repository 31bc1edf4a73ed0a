import type { Page } from 'playwright-core'
import t from 'tap'
import { someOf } from '../../setup/form.ts'
import { DESK, PATH, PHONE, settled, WIDE } from '../browser/screen.ts'
import { consoleService } from '../browser.ts'

// The console by finger on a phone and by mouse at a desk, in light and in dark.

const demo = await consoleService(t)
const ENTRIES = 'Overview Scores Sellers Appeals Surcharges Campaigns Rules Import Settings'.split(' ')
/** Pages that the menu does not lead to at once. */
const OTHERS: Record<string, string> = {
  Seller: '/sellers/S-1001',
  Accounts: '/records/users',
  'New campaign': '/records/campaigns?open=new',
}

/** The overview is called what it has found out, the rules are called the one that is open. */
const titleOf = (entry: string) => (['Overview', 'Rules'].includes(entry) ? undefined : entry)

for (const scheme of ['light', 'dark'] as const)
  t.test(`every entry of the menu opens by a finger on a ${scheme} phone`, async (t) => {
    const { page } = await demo.openConsole(t, { as: 'bod', path: PATH, scheme, ...PHONE })
    await settled(page)
    for (const entry of scheme === 'light' ? ENTRIES : someOf(ENTRIES, 2)) {
      await page.getByRole('button', { name: 'Menu', exact: true }).tap()
      const link = page.getByRole('dialog').getByRole('link', { name: entry, exact: true })
      await link.tap()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await settled(page, titleOf(entry))
      t.equal(await page.evaluate(WIDE), 0, `${entry} is no wider than the screen`)
    }
    if (scheme === 'light') await openAll(page, (name) => page.getByRole('button', { name }).first().tap())
  })

t.test('every entry of the menu opens by a mouse, and no page breaks a rule of axe', async (t) => {
  const { page, checkAxe } = await demo.openConsole(t, { as: 'bod', path: PATH, ...DESK })
  await settled(page)
  for (const entry of ENTRIES) {
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: entry, exact: true }).click()
    await menu.locator('a[aria-current=page]', { hasText: entry }).waitFor()
    await settled(page, titleOf(entry))
    await checkAxe(entry)
  }
  for (const [name, path] of Object.entries(OTHERS)) {
    await page.goto(`${PATH}${path}`)
    if (path.endsWith('open=new')) await page.getByRole('dialog', { name }).waitFor()
    await settled(page)
    await checkAxe(name)
  }
  await page.goto(`${PATH}/scores`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Close a month' }).click()
  await page.getByRole('heading', { name: /^Close \w+ 20|is final$/ }).waitFor()
  await openAll(page, (name) => page.getByRole('button', { name }).first().click())
  await page.keyboard.press('Control+k')
  await page.keyboard.type('appeal for amber')
  await page.locator('.mantine-Spotlight-action', { hasText: 'Appeal for Amber' }).first().click()
  await page.getByRole('dialog', { name: /^Appeal against/ }).waitFor()
})

/** A form, a record, a deed and the palette: what opens is seen, and has the cursor. */
async function openAll(page: Page, press: (name: string | RegExp) => Promise<void>) {
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(`${PATH}/records/users`)
  await press('New account')
  await dialog.getByLabel('Username').waitFor()
  await dialog.locator('input:focus').waitFor()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  const fault = dialog.getByText(/^(Choose one|Fill this in)$/)
  await fault.first().waitFor()
  await close()
  await page.goto(`${PATH}/records/campaigns?status=upcoming`)
  await settled(page)
  await page.getByRole('table').getByRole('link').first().click()
  await dialog.getByRole('button', { name: 'Cancel the campaign' }).click()
  const deed = page.getByRole('dialog', { name: /^Cancel the campaign/ })
  await deed.getByText('no longer count').waitFor()
  await page.keyboard.press('Escape')
  await deed.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Cancel the campaign' }).waitFor() // the record behind stays open
  await page.goto(`${PATH}/scores`)
  await settled(page)
  await press(/^Search/)
  const palette = page.getByPlaceholder('A seller, a page')
  await palette.waitFor()
  await page.mouse.click(3, 800) // beside it: a phone has no Escape
  await palette.waitFor({ state: 'detached' })
  await press(/^Search/)
  await palette.fill('new warehouse')
  await page.locator('.mantine-Spotlight-action', { hasText: 'New warehouse' }).click()
  await dialog.getByLabel('Code').waitFor()
  await close()
}
