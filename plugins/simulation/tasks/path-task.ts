import {
  cheapestPath,
  type PathAnswer,
  type PathAsk,
} from '../../../src/scoring/simulation/cheapest-path/cheapest-path.ts'
import { nextUp, scoreWorld, standingOf } from '../../../src/scoring/simulation/world.ts'
import { type AddedPayments, readWorldData, type WorldData, withPayments } from './world-data.ts'

interface PathTask {
  data: WorldData
  ask: PathAsk
  /** What is paid before all steps; null for nothing. */
  paid: AddedPayments | null
}

/** Runs in a thread: the cheapest path after what is paid first, and the points that this brings; null for nothing. */
export default function pathTask({ data, ask, paid }: PathTask): PathAnswer & { points: number | null } {
  const { world, open } = readWorldData(data)
  if (!paid) return { ...cheapestPath(world, { ...ask, open }), points: null }
  const score = scoreWorld(world)
  const { target = nextUp(world, score.tier).name } = ask
  const after = readWorldData(withPayments(data, paid))
  const path = cheapestPath(after.world, { ...ask, target, open: after.open })
  const points = Math.round((path.before.total_sos - score.total_sos) * 100) / 100
  return { ...path, before: standingOf(score), points }
}
