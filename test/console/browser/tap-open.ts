import type { Locator, Page } from 'playwright-core'
import { inForm } from '../../setup/form.ts'

/** What says that it opens something, but only once in a table: its rows are alike. */
const OPENERS = '[aria-haspopup]:not(tbody tr:not(:first-child) *, [role=menuitem]):not(:disabled):visible'

/** What can be used within something that has been opened. */
const USED = ':is(a[href], button, input:not([type=file]), select, textarea):not(:disabled, tbody *):visible'

/**
 * Opens by a finger, one after another, all that `within` says it opens, looks at it and closes it by a finger.
 * @returns the names of what was opened
 * @throws where something is not seen, can't be used or can't be closed
 */
export async function tapOpenAll(page: Page, within: string): Promise<string[]> {
  const openers = page.locator(within).locator(OPENERS)
  const opened: string[] = []
  for (let at = 0; at < (await openers.count()); at += 1)
    opened.push(...(await tapOpen(page, openers.nth(at))))
  return opened
}

/** @returns the names of what it opens: its own, and those of the entries of a menu that open something themselves */
export async function tapOpen(page: Page, opener: Locator): Promise<string[]> {
  const name = ((await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? '').trim()
  if ((await opener.getAttribute('aria-haspopup')) === 'dialog') {
    await opener.tap()
    await lookAndClose(page, name)
    return [name]
  }
  const menu = page.locator(`[id="${await opener.getAttribute('popovertarget')}"]`)
  const open = async () => {
    await opener.tap()
    await isSeen(page, menu, name)
  }
  await open()
  for (const item of await menu.locator(':enabled[role=menuitem]').all()) await item.tap({ trial: true })
  await tapBeside(page)
  await menu.waitFor({ state: 'hidden' })
  const asking = menu.locator('[aria-haspopup=dialog]:enabled')
  const names = [name]
  for (let at = 0; at < (await asking.count()); at += 1) {
    await open()
    const item = asking.nth(at)
    names.push(`${name}: ${(await item.textContent())?.trim()}`)
    await item.tap()
    await lookAndClose(page, names.at(-1) ?? '')
  }
  return names
}

async function lookAndClose(page: Page, name: string) {
  const dialog = page.locator('dialog:modal')
  await isSeen(page, dialog, name)
  await dialog.locator(USED).first().waitFor()
  const all = await dialog.locator(USED).all()
  const parts = inForm({ short: [...all.slice(0, 2), ...all.slice(-1)], long: all })
  for (const part of parts) await part.tap({ trial: true })
  const close = dialog.getByRole('button', { name: /^(Close|I have kept it)$/ })
  if (await close.count()) await close.tap()
  else await tapBeside(page)
  await dialog.waitFor({ state: 'detached' })
}

/** It is shown, and lies within the screen. */
async function isSeen(page: Page, open: Locator, name: string) {
  await open.waitFor()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const box = await open.boundingBox()
  const screen = page.viewportSize()
  const isWithin =
    box &&
    screen &&
    box.x > -1 &&
    box.y > -1 &&
    box.x + box.width < screen.width + 1 &&
    box.y + box.height < screen.height + 1
  if (!isWithin || box.width < 100 || box.height < 30)
    throw new Error(`What ${name} opens is not seen: ${JSON.stringify(box)} of ${JSON.stringify(screen)}.`)
}

/** A finger where nothing is but the page, as who wants to leave a menu. */
async function tapBeside(page: Page) {
  const place = await page.evaluate<{ x: number; y: number } | null>(FREE_PLACE)
  if (!place) throw new Error('There is no place beside what is open.')
  await page.touchscreen.tap(place.x, place.y)
}

const FREE_PLACE = `(() => {
  const { left, right, top, bottom } = document.querySelector(':popover-open, dialog[open]').getBoundingClientRect()
  for (let y = innerHeight - 4; y > 0; y -= 12)
    for (let x = 4; x < innerWidth; x += 12) {
      const isIn = x > left - 4 && x < right + 4 && y > top - 4 && y < bottom + 4
      const there = document.elementFromPoint(x, y)
      if (!isIn && there && !there.closest('a, button, input, select, textarea, summary, label, tr')) return { x, y }
    }
  return null
})()`
