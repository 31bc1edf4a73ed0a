import { setTimeout as delay } from 'node:timers/promises'
import { inForm } from '../setup/form.ts'

/** What a loaded machine may add to every bound, in milliseconds. */
export const SLACK_MS = inForm({ short: 6_000, long: 10_000 })

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Asks again, with a pause, until there is an answer; undefined when `ms` have passed without one. */
export async function within<T>(
  ms: number,
  ask: () => Promise<T | undefined | false>,
  pauseMs = 50,
): Promise<T | undefined> {
  const deadline = Date.now() + ms
  do {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    await delay(pauseMs)
  } while (Date.now() < deadline)
  return undefined
}

/** The same for what the test can't go on without. @throws Error that says what did not come about */
export async function sure<T>(
  what: string,
  ms: number,
  ask: () => Promise<T | undefined | false>,
  pauseMs?: number,
): Promise<T> {
  const answer = await within(ms, ask, pauseMs)
  if (answer === undefined) throw new Error(`${what} did not come about within ${seconds(ms)}.`)
  return answer
}
