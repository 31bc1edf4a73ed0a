/**
 * A process with receivers for the benchmarks of webhooks; the argument is how many. They answer 204 at once, except
 * that the last one says nothing after the message `dead`, until `alive`. It tells its parent the ports, and on
 * `counts` how many posts each has taken and when the latest came.
 */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const [count = '1'] = process.argv.slice(2)
let lastIsDead = false
const taken = Array.from({ length: Number(count) }, () => ({ posts: 0, latest: 0 }))

async function receiver(index: number): Promise<Server> {
  const server = createServer((request, response) => {
    const mine = taken[index] as { posts: number; latest: number }
    mine.latest = performance.timeOrigin + performance.now()
    request.resume().on('end', () => {
      mine.posts++
      if (!lastIsDead || index < taken.length - 1) response.writeHead(204).end()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const servers = await Promise.all(taken.map((_, index) => receiver(index)))
process.send?.(servers.map((server) => (server.address() as AddressInfo).port))
process.on('message', (message) => {
  if (message === 'counts') process.send?.(taken)
  if (message === 'dead' || message === 'alive') lastIsDead = message === 'dead'
  if (message === 'reset') for (const one of taken) one.posts = 0
})
process.on('disconnect', () => process.exit())
