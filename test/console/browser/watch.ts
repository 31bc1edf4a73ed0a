import type { Page, Response } from 'playwright-core'

/**
 * Statuses that a test expects, by the beginning of their path: `{ 'PUT /api/config': 412 }`. A status of 0 anywhere
 * means that connections may break.
 */
export type Expected = Record<string, number | number[]>

/**
 * Writes down what must not happen while a page is used: errors of scripts, violations of the policy (which are errors
 * of the console too), requests to other hosts, and answers of 400 and more that the test does not expect.
 * @returns the sentences so far, and what is expected from now on
 */
export function watch(page: Page, origin: string) {
  const problems: string[] = []
  const expected: [string, number][] = []
  const isExpected = (asked: string, status: number) =>
    expected.some(([start, one]) => one === status && asked.startsWith(start))

  const isBroken = (text: string) =>
    /^(Failed to load resource: net::|TypeError: Failed to fetch)/.test(text) &&
    expected.some(([, status]) => status === 0)

  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // An answer of 400 and more is looked at below, where it is known what was asked.
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource: the server responded') &&
      !isBroken(message.text())
    )
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (asked !== origin && !['data:', 'blob:'].includes(protocol)) problems.push(`foreign: ${request.url()}`)
  })
  page.on('response', (response) => {
    const asked = askedBy(response)
    if (response.status() >= 400 && !isExpected(asked, response.status()) && !isAskedAgain(response))
      problems.push(`${asked} answered ${response.status()}`)
  })

  function expect(answers: Expected) {
    for (const [start, statuses] of Object.entries(answers))
      for (const status of [statuses].flat()) expected.push([start, status])
  }
  return { problems, expect }
}

/** A read that the service is too busy for: the page asks again by itself, and a test waits for what comes of it. */
const isAskedAgain = (response: Response) =>
  response.status() === 503 && response.request().method() === 'GET'

function askedBy(response: Response) {
  const { pathname, search } = new URL(response.url())
  return `${response.request().method()} ${pathname}${search}`
}
