import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'

const DRIP_MS = 2_000

/**
 * A sender that has sent the beginning of an atomic push and then lets a byte come now and then: a blank line, which
 * is no record. `answer` is the status and the body of the answer, or why there was none.
 */
export function tricklingPush(url: string, lines: string) {
  const post = request(`${url}/api/sync/orders?atomic=true`, {
    method: 'POST',
    agent: new Agent(),
    headers: { 'x-user-id': '1', 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' },
  })
  const answer = once(post, 'response').then(
    async ([response]: IncomingMessage[]) => ({
      status: response?.statusCode,
      body: await json(response as IncomingMessage).catch((error) => error.message),
    }),
    (error) => ({ status: undefined, body: error.code }),
  )
  post.on('error', () => {})
  post.write(lines)
  const drip = setInterval(() => post.writable && post.write('\n'), DRIP_MS)
  answer.then(() => clearInterval(drip))
  return {
    answer,
    /** Ends the push as it should, and waits for the answer. */
    end() {
      clearInterval(drip)
      post.end()
      return answer
    },
    /** Goes away in the middle. */
    leave() {
      clearInterval(drip)
      post.destroy()
    },
  }
}
