import type { Page } from 'playwright-core'
import t from 'tap'
import { consoleService } from '../../browser.ts'

// Small screens, large letters, another language: on every page of the menu.

const { openConsole } = await consoleService(t)

const MENU = `[...document.querySelectorAll('.side nav a')].map((link) => link.getAttribute('href'))`

/** What sticks out where the page would have to be scrolled sideways. */
const WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 3)
    .map((element) => element.outerHTML.slice(0, 120))
})()`

/** Texts that are not in brackets: words/pseudo.ts does not reach them. Months are data. */
const PLAIN = `[...document.querySelectorAll(
  '.nav a, .nav-title, h1, h2, h3, thead th, .label, .tabs a, .above, main button, summary, .empty p'
)]
  .filter((element) => !element.closest('tbody, .menu, svg, [dir=auto]') && element.checkVisibility())
  .map((element) => element.textContent.trim())
  .filter((text) => /[a-z]{3}/i.test(text) && !/^[A-Z][a-z]+ \\d{2,4}$/.test(text) && !text.includes('['))`

async function visit(page: Page, href: string) {
  await page.goto(href)
  await page.locator('h1').waitFor()
  await page.waitForLoadState('networkidle')
}

async function menuOf(page: Page): Promise<string[]> {
  await page.locator('.side nav a').first().waitFor({ state: 'attached' })
  return page.evaluate(MENU)
}

t.test('320 px are wide enough, and letters may be twice as large', async (t) => {
  const { page } = await openConsole(t, { as: 'bod' })
  for (const href of await menuOf(page)) {
    await page.setViewportSize({ width: 320, height: 640 })
    await visit(page, href)
    t.same(await page.evaluate(WIDE), [], `${href} at 320 px`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(`document.documentElement.style.fontSize = '175%'`)
    await page.evaluate('new Promise(requestAnimationFrame)')
    t.same(await page.evaluate(WIDE), [], `${href} with letters of twice the size`)
  }
})

t.test('every text may be a third longer', async (t) => {
  const { page } = await openConsole(t, { as: 'bod' })
  const hrefs = await menuOf(page)
  await page.evaluate(`localStorage.setItem('sos.words', 'pseudo')`)
  for (const href of hrefs) {
    await visit(page, href)
    t.same(await page.evaluate(PLAIN), [], `${href} in another language`)
    t.same(await page.evaluate(WIDE), [], `${href} with longer words`)
  }
})
