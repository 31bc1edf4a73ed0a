import type { Locator } from 'playwright-core'
import t from 'tap'
import { consoleService } from '../../browser.ts'

// With the keyboard alone: nothing here is clicked.

const { openConsole } = await consoleService(t)

t.test('the keyboard leads everywhere and the focus comes back', async (t) => {
  const { page } = await openConsole(t, { as: 'admin' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const isFocused = async (locator: Locator, what: string) => {
    await locator.and(page.locator(':focus')).waitFor({ state: 'attached' })
    t.pass(what)
  }

  await press('Tab')
  await isFocused(page.getByText('Skip to the content'), 'the first stop is the way past the menu')
  await press('Enter')
  await isFocused(page.locator('main'), 'it leads to the content')

  await press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.type('peop')
  await press('Enter')
  await page.waitForURL(/\/console\/people/)
  const title = page.getByRole('heading', { level: 1, name: 'People' })
  await isFocused(title, 'a change of page leads to its title')
  await page.getByRole('row', { name: 'board' }).waitFor()

  await press('j', 'j', 'k', 'j')
  await isFocused(page.locator('tbody tr').nth(1), 'j and k move along the rows')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Edit / })
  await dialog.getByLabel('Full name').waitFor()
  for (let stops = 0; stops < 20; stops += 1) {
    await press('Tab')
    const inside = `document.activeElement === document.body || !!document.activeElement.closest('dialog')`
    t.ok(await page.evaluate(inside), 'the focus stays in the dialog')
  }
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await isFocused(page.locator('tbody tr').nth(1), 'and comes back to the row')

  const menu = page.getByRole('button', { name: /^Actions for/ }).nth(1)
  await menu.focus()
  await press('Enter')
  const items = page.getByRole('menuitem')
  await isFocused(items.first(), 'a menu begins at its first entry')
  await press('ArrowDown')
  await isFocused(items.nth(1), 'arrows move along it')
  await press('Escape')
  await isFocused(menu, 'Escape leads back to its button')

  const create = page.getByRole('button', { name: 'New account' })
  await create.focus()
  await press('Enter')
  await page.getByRole('dialog', { name: 'New account' }).waitFor()
  await press('Escape')
  await isFocused(create, 'a dialog gives the focus back to its button')

  await press('g', 's')
  await isFocused(page.getByRole('heading', { level: 1, name: 'Scores' }), 'two keys lead to a page')
  await page.getByRole('row', { name: /S-\d+/ }).first().waitFor()
  await press('j', 'Enter')
  await page.waitForURL(/\/console\/sellers\//)
  await press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' })
})

t.test('single keys can be switched off', async (t) => {
  const { page } = await openConsole(t, { as: 'viewer' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: /Who I am/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Switch single keys off' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  t.equal(await page.getByRole('dialog', { name: 'Keyboard' }).count(), 0)
})
