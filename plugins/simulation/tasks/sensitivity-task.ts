import { sensitivity } from '../../../src/scoring/simulation/sensitivity.ts'
import { scoreWorld, standingOf } from '../../../src/scoring/simulation/world.ts'
import { readWorldData, type WorldData } from './world-data.ts'

/** Runs in a thread: what each lever does, and what the score is before. */
export default function sensitivityTask(data: WorldData) {
  const { world, open, risk } = readWorldData(data)
  return { before: standingOf(scoreWorld(world)), levers: sensitivity(world, open, risk) }
}
