import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 50

/** What a question is answered with once the answer is as it should be: for what a job does moments later. */
export async function until<T>(ask: () => Promise<T>, asItShouldBe: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (asItShouldBe(answer)) return answer
    await delay(PAUSE_MS)
  }
}
