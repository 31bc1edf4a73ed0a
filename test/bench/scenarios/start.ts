import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startService } from '../../setup/service.ts'
import { atEnd } from '../at-end.ts'
import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'

const TITLE =
  'From the start of the process to the first 200 of GET /api/health/ready, on a migrated database with 200 sellers and with what the start before has compiled; the limit is a node:http server that connects once and listens.'

const LOOK_MS = 2

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('few')
  const ours = () => timeToReady(databaseUrl, 'src/server.js')
  const bare = () => timeToReady(databaseUrl, 'test/bench/bare/start.js')
  const times = await alternate(rounds, ours, bare, 2)
  const fast = [atMost(5), atMost(900, 'ours')]
  return [beside('start to ready', 'ms', times, 'node:http and one connection', ...fast)]
})

/** Starts a process and ends it as an operator does. Answers how long it took until it was ready, in ms. */
async function timeToReady(DATABASE_URL: string, entry: string): Promise<number> {
  const PORT = String(await freePort())
  const begun = performance.now()
  const { child, ended, url } = startService(
    { teardown: atEnd },
    { DATABASE_URL, PORT, LOG_LEVEL: 'info', NODE_ENV: 'production', AUTH_MODE: 'demo' },
    entry,
  )
  while (!(await isReady(url))) await delay(LOOK_MS)
  const ms = performance.now() - begun
  child.kill('SIGTERM')
  await ended
  return ms
}

const isReady = (url: string) =>
  fetch(`${url}/api/health/ready`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )
