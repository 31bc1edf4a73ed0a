import { cheapestPath } from '../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import type { PathAnswer, PathAsk } from '../../../src/scoring/simulation/cheapest-path/path-answer.ts'
import { readWorldData, type WorldData } from './world-data.ts'

/** Runs in a thread: the cheapest path. */
export default function pathTask({ data, ask }: { data: WorldData; ask: PathAsk }): PathAnswer {
  const { world, open } = readWorldData(data)
  return cheapestPath(world, { ...ask, open })
}
