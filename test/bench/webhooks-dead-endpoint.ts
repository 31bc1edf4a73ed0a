/**
 * How much one dead endpoint among ten slows the other nine: the time in which nine receivers get all of their events
 * with the tenth alive, and with the tenth accepting connections and never answering, in turns. Prints both and the difference (the aim is less than 10 %). The arguments are the number of events, each of
 * which goes to all, and of rounds. In the first round the endpoint has just died, in the others its circuit is open.
 */
import { median, now, publishScores, receivers, subscribeAll, workerProcess } from './webhooks-setup.ts'

const EVENTS = Number(process.argv[2] ?? 1_000)
const ROUNDS = Number(process.argv[3] ?? 5)

const { app, end } = await workerProcess()
const ten = await receivers(10)
await subscribeAll(app, ten.origins, 20)
await timed('alive')

const rounds: { alive: number; dead: number }[] = []
for (let round = 0; round < ROUNDS; round++) {
  const one = { alive: await timed('alive'), dead: await timed('dead') }
  rounds.push(one)
  console.log(
    `nine of ten alive ${one.alive.toFixed(0)} ms, nine beside a dead one ${one.dead.toFixed(0)} ms`,
  )
}
const [alive, dead] = [median(rounds.map((one) => one.alive)), median(rounds.map((one) => one.dead))]
console.log(`
medians of ${ROUNDS} rounds of ${EVENTS} events to each
  nine of ten alive       ${alive.toFixed(0)} ms
  nine beside a dead one  ${dead.toFixed(0)} ms
  slower by               ${((dead / alive - 1) * 100).toFixed(1)} % (aim: less than 10 %)`)

ten.end()
await end()

/** Milliseconds from the commit of the events to the last of the first nine receivers' last. */
async function timed(tenth: 'alive' | 'dead') {
  ten.reset()
  ten.letLastBe(tenth)
  await publishScores(app, EVENTS)
  const committed = now()
  return Math.max(...(await ten.until(EVENTS, 9))) - committed
}
