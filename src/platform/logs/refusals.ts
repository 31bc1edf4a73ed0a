import type { FastifyBaseLogger } from 'fastify'

/** Requests that were answered 503, as the log tells them: the first at once, the others by their number. */
export interface Refusals {
  /** Counts one. `code` is its X-Error-Code, `about` what the line of the first one says. */
  add(code: string, about: object): void
  /** Says how many there were, if anything is left to say: what they waited for is back. */
  end(): void
}

/** How often the log says how many more there were. */
const EVERY_MS = 10_000

/**
 * An outage is a handful of lines, however many requests it refuses.
 * @param goesOn whether what refuses requests is known to be still there
 */
export function countRefusals(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { goesOn, everyMs = EVERY_MS }: { goesOn: () => boolean; everyMs?: number },
): Refusals {
  let since = 0
  let total = 0
  let unsaid: Record<string, number> = {}
  let timer: NodeJS.Timeout | undefined

  const reportLater = () => {
    timer = setTimeout(report, everyMs).unref()
  }

  function report() {
    const count = Object.values(unsaid).reduce((sum, one) => sum + one, 0)
    if (count === 0 && !goesOn()) return end()
    if (count > 0) log.warn({ codes: unsaid }, `${count} more requests were answered 503`)
    unsaid = {}
    reportLater()
  }

  function end() {
    clearTimeout(timer)
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    if (total > 1) log.warn({ requests: total }, `${total} requests were answered 503 within ${seconds} s`)
    total = 0
    unsaid = {}
  }

  return {
    end,
    add(code, about) {
      total += 1
      if (total > 1) {
        unsaid[code] = (unsaid[code] ?? 0) + 1
        return
      }
      since = performance.now()
      log.warn({ code, ...about }, 'a request was answered 503; if there are more, they are counted')
      reportLater()
    },
  }
}
