import { setTimeout as delay } from 'node:timers/promises'
import { loadProcess } from '../load.ts'
import { alone, atMost, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { memoryOf, post, processorTimeOf, type Service, serviceOn } from '../service.ts'

const TITLE =
  'Resident memory of a process that serves and works, with 10,000 sellers: after 20 s at rest, after the first write of a person, and after 12 s of 64 readers of 500 sellers each; processor time of those 20 s.'

const REST_MS = 20_000
const SETTLE_MS = 5_000
const READERS = 64
const READING_SECONDS = 12

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const load = loadProcess()
  const seen = { cpu: [] as number[], rest: [] as number[], written: [] as number[], read: [] as number[] }
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const resting = await serviceOn(databaseUrl)
    await delay(SETTLE_MS)
    seen.cpu.push(await coreAtRest(resting))
    seen.rest.push((await memoryOf(resting.pid)).now)
    const code = `BENCH-${process.pid}-${round}`
    await post(resting, '/api/warehouses', { code, name: code }, { success: true })
    await delay(SETTLE_MS)
    seen.written.push((await memoryOf(resting.pid)).now)
    await resting.stop()

    const reading = await serviceOn(databaseUrl)
    const { url, headers } = reading
    const paths = ['/api/sellers?limit=500']
    await load({ url, headers, paths, connections: READERS, seconds: READING_SECONDS })
    await delay(SETTLE_MS)
    seen.read.push((await memoryOf(reading.pid)).now)
    await reading.stop()
  }
  return [
    alone('at rest', '% of a core', seen.cpu, atMost(0.5, 'ours')),
    alone('at rest, before the first write', 'MB', seen.rest, atMost(150, 'ours')),
    alone('at rest, after the first write', 'MB', seen.written, atMost(210, 'ours')),
    alone(`after ${READERS} readers of 500 rows`, 'MB', seen.read, atMost(250, 'ours')),
  ]
})

/** How much of a core a process takes that nobody asks anything, in percent. */
async function coreAtRest({ pid }: Service): Promise<number> {
  const before = await processorTimeOf(pid)
  await delay(REST_MS)
  return ((await processorTimeOf(pid)) - before) / (REST_MS / 100)
}
