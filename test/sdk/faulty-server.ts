import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server was asked. */
export interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** How one request is answered, or not. */
export type Fault = (response: ServerResponse, asked: Asked) => void

/** The connection is reset. */
export const reset: Fault = (response) => response.socket?.destroy()
/** Nothing is ever answered. */
export const silence: Fault = () => {}
/** The answer breaks off in the middle of its body. */
export const half: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
  response.write('{"data":[', () => response.socket?.destroy())
}
/** An answer in JSON. */
export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
/** The service is busy, and says when to come back. */
export const busy = (status: 429 | 503, seconds: number | string, code = 'unavailable') =>
  json(status, { error: 'Not now.' }, { 'retry-after': String(seconds), 'x-error-code': code })

/** A server that answers the first request by the first fault, and so on, and all others by the last one. */
export async function faultyServer(t: { teardown(work: () => unknown): unknown }, ...faults: Fault[]) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('error', () => {})
    response.on('error', () => {})
    request.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      asked.push(one)
      const fault = faults[Math.min(asked.length, faults.length) - 1] as Fault
      fault(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
