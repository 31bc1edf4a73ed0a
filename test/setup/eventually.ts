import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 20
/** Longer than anything takes that a test waits for, on however busy a machine. */
const PATIENCE_MS = 240_000

/**
 * Asks again and again, with a pause between, until the answer is true; a question that fails is asked again too.
 * @throws Error with what the question failed with at last
 */
export async function eventually(ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  let failure: unknown
  while (Date.now() < deadline) {
    try {
      if (await ask()) return
      failure = undefined
    } catch (error) {
      failure = error
    }
    await delay(PAUSE_MS)
  }
  throw new Error(`it did not come about within ${PATIENCE_MS / 1000} s`, { cause: failure })
}
