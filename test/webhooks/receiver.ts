import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

type Test = { teardown(work: () => unknown): unknown }

/** What a receiver was sent. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** How a receiver answers a post; `number` counts them from 1. */
export type Answer = (response: ServerResponse, number: number, request: IncomingMessage) => void

export const noContent: Answer = (response) => response.writeHead(204).end()

/** A receiver that answers nothing until `answerAll` answers all that it was sent so far. */
export async function holdingReceiver(t: Test, status: number) {
  const answers: (() => void)[] = []
  const there = await receiver(t, (response) => {
    answers.push(() => void response.writeHead(status).end())
  })
  const answerAll = () => {
    for (const answer of answers) answer()
  }
  return { ...there, answerAll }
}

/**
 * A real receiver on loopback that keeps what it was sent. `until(count)` waits for so many posts and answers all of
 * them; `answer` may be replaced while it runs.
 */
export async function receiver(t: Test, answer: Answer = noContent, tls?: { key: string; cert: string }) {
  const received: Received[] = []
  const looking = new Set<() => void>()
  const box = { answer }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method = '', url = '', headers } = request
    received.push({ method, path: url, headers, body })
    box.answer(response, received.length, request)
    for (const look of looking) look()
  }
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void take(request, response).catch(() => {})
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http${tls ? 's' : ''}://127.0.0.1:${port}/hook`,
    port,
    received,
    replyWith(next: Answer) {
      box.answer = next
    },
    until: (count: number) =>
      new Promise<Received[]>((done) => {
        const look = () => {
          if (received.length < count) return
          looking.delete(look)
          done(received)
        }
        looking.add(look)
        look()
      }),
  }
}
