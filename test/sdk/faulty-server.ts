import type { ServerResponse } from 'node:http'
import { type Received, receiver } from '../webhooks/receiver.ts'

/** How one request is answered, or not. */
export type Fault = (response: ServerResponse, asked: Received) => void

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
export async function faultyServer(t: Parameters<typeof receiver>[0], ...faults: Fault[]) {
  const { url, received } = await receiver(t, (response, number) => {
    const fault = faults[Math.min(number, faults.length) - 1] as Fault
    fault(response, received[number - 1] as Received)
  })
  return { baseUrl: new URL(url).origin, asked: received }
}
