import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const PAGES = join(import.meta.dirname, '../../../console/routes/pages.ts')

/** The paths of all pages, as the routes of the console have them: `/sellers/:code`. */
async function pathsOfRoutes(): Promise<string[]> {
  const source = await readFile(PAGES, 'utf8')
  return [...source.matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path)
}

const LINKS = `[...document.querySelectorAll('a[href^="/console"]')].map(({ href }) => href)`

/**
 * Goes to one page of each route, and of each tab of it, by the links of the pages before; a page that nothing links to
 * is an error.
 * @param visit is called when the page is there
 */
export async function visitEveryPage(page: Page, visit: (name: string) => Promise<void>) {
  const paths = await pathsOfRoutes()
  const patterns = paths
    .sort((one, other) => one.split(':').length - other.split(':').length) // /appeals/new is no /appeals/:id
    .map((path) => ({
      path,
      pattern: new RegExp(`^/console${path.replace(/^\/$/, '').replaceAll(/:\w+/g, '[^/]+')}$`),
    }))
  const seen = new Map<string, string>()
  const isNamed = (path: string) => path.includes(':')
  const waiting = paths.filter((path) => !isNamed(path)).map((path) => `/console${path === '/' ? '' : path}`)
  const nameOf = (href: string) => {
    const { pathname, searchParams } = new URL(href, page.url())
    const path = patterns.find(({ pattern }) => pattern.test(pathname))?.path
    return path && [path, searchParams.get('tab')].filter(Boolean).join('?tab=')
  }
  for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
    const name = nameOf(href)
    if (!name || seen.has(name)) continue
    seen.set(name, href)
    await page.goto(href)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    waiting.push(...(await page.evaluate<string[]>(LINKS)))
    await visit(name)
  }
  const missing = paths.filter((path) => !seen.has(path))
  if (missing.length > 0) throw new Error(`No page links to ${missing.join(', ')}.`)
  return seen
}
