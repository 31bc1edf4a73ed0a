/**
 * A process with receivers for test/bench/webhooks.ts. The first argument is how many; they answer 204 at once, but
 * the last one says nothing when the second argument is `dead`. It tells its parent the ports, and on the message
 * `counts` how many posts each has taken and when the latest came.
 */

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const [count = '1', last] = process.argv.slice(2)
const taken = Array.from({ length: Number(count) }, () => ({ posts: 0, latest: 0 }))

async function receiver(index: number): Promise<Server> {
  const isDead = last === 'dead' && index === taken.length - 1
  const server = createServer((request, response) => {
    const mine = taken[index] as { posts: number; latest: number }
    mine.latest = performance.timeOrigin + performance.now()
    request.resume().on('end', () => {
      mine.posts++
      if (!isDead) response.writeHead(204).end()
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
  if (message === 'reset') for (const one of taken) one.posts = 0
})
process.on('disconnect', () => process.exit())
