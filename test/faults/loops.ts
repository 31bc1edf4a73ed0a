import { setTimeout as delay } from 'node:timers/promises'
import type { Scene } from './scene.ts'

/** One of the things that go on beside each other: the next turn begins a pause after the last has ended. */
export interface Loop {
  pauseMs: number
  turn(n: number): Promise<unknown>
}

/** More than a loop comes to in any of the tests: it must end even if nobody ends it. */
const MOST_TURNS = 20_000

/** Runs loops until they are stopped or the process has ended. What a turn throws is kept in `problems`. */
export function runLoops({ isRunning }: Scene['service'], loops: Loop[]) {
  const problems: Error[] = []
  let stopped = false
  const goesOn = () => !stopped && isRunning()
  const running = loops.map(async ({ pauseMs, turn }) => {
    for (let n = 0; n < MOST_TURNS && goesOn(); n++) {
      await turn(n).catch((error) => problems.push(error))
      await delay(pauseMs)
    }
  })
  return {
    problems,
    goesOn,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
