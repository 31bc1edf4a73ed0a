import type { Page } from 'playwright-core'

export const PATH = '/console'
export const PHONE = { width: 390, height: 844, isTouch: true } as const
export const DESK = { width: 1360, height: 860 } as const

/** What sticks out to the right of a screen, in pixels. */
export const WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** The page of this title, or the one that is open, is there with all that it asks for. */
export async function settled(page: Page, title?: string | RegExp) {
  await page.getByRole('heading', { level: 1, name: title }).first().waitFor()
  await page.locator('[aria-busy=true], [aria-label=Loading]').first().waitFor({ state: 'detached' })
}

/** The name of the file that a button hands over. */
export async function fileOf(page: Page, name: string, press: 'click' | 'tap' = 'click') {
  const [it] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name })[press]()])
  return it.suggestedFilename()
}
