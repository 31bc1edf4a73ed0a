/**
 * From the commit of a change to the first byte of its webhook at a local receiver, one event at a time on an
 * otherwise idle service. Prints median, 95th percentile and maximum (the aim is a median under 50 ms). The argument
 * is the number of events.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  median,
  now,
  publishScores,
  receivers,
  subscribeAll,
  untilDelivered,
  workerProcess,
} from './webhooks-setup.ts'

const EVENTS = Number(process.argv[2] ?? 200)

const { app, end } = await workerProcess()
const receiver = await receivers(1)
await subscribeAll(app, receiver.origins, 20)
await publishScores(app, 100)
await untilDelivered(app, 100)

const waits: number[] = []
for (let event = 1; event <= EVENTS; event++) {
  await pause(20)
  await publishScores(app, 1)
  const committed = now()
  const [arrived = 0] = await receiver.until(100 + event)
  waits.push(arrived - committed)
}
waits.sort((one, other) => one - other)
console.log(`commit to first byte, ${EVENTS} events one at a time
  median          ${median(waits).toFixed(1)} ms (aim: under 50 ms)
  95th percentile ${(waits[Math.floor(EVENTS * 0.95)] as number).toFixed(1)} ms
  maximum         ${(waits.at(-1) as number).toFixed(1)} ms`)

receiver.end()
await end()
