import { setTimeout as pause } from 'node:timers/promises'
import { alone, atMost, median, scenario } from '../scenario.ts'
import {
  now,
  publishScores,
  receivers,
  subscribeAll,
  untilDelivered,
  workerProcess,
} from '../webhooks-setup.ts'

const TITLE =
  'From the commit of a change to the end of the head of its webhook at a local receiver, 100 events a round, one at a time on an otherwise idle service.'

const EVENTS = 100
const PAUSE_MS = 20

export default scenario(TITLE, async (rounds) => {
  const { app } = await workerProcess()
  const receiver = await receivers(1)
  await subscribeAll(app, receiver.origins, 20)
  await publishScores(app, 100)
  await untilDelivered(app, 100)

  let sent = 100
  const figures = { median: [] as number[], p95: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const waits: number[] = []
    for (let event = 0; event < EVENTS; event++) {
      await pause(PAUSE_MS)
      await publishScores(app, 1)
      const committed = now()
      const [arrived = 0] = await receiver.until(++sent)
      waits.push(arrived - committed)
    }
    waits.sort((one, other) => one - other)
    figures.median.push(median(waits))
    figures.p95.push(waits[Math.floor(EVENTS * 0.95)] as number)
  }
  return [
    alone('commit to receiver, median', 'ms', figures.median, atMost(50, 'ours')),
    alone('commit to receiver, 95th percentile', 'ms', figures.p95),
  ]
})
