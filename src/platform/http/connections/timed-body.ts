import { finished, Readable } from 'node:stream'
import { finished as ended } from 'node:stream/promises'
import { badRequest } from '../errors/problems.ts'

/** The time limit of a body, in milliseconds; `enough` bytes start it anew. */
interface Patience {
  milliseconds: number
  enough: number
  /** Makes the error that ends the body. */
  late: () => Error
}

/**
 * The bytes of a body, for which nobody waits too long. Only time in which they are waited for counts, so who reads
 * slowly takes none of the sender's. Once this is destroyed the rest of the body flows away.
 * @throws what `late` makes; 400 when the body breaks off
 */
export function timed(body: Readable, { milliseconds, enough, late }: Patience): Readable {
  let left = milliseconds
  let brought = 0
  let askedAt = 0
  let impatience: NodeJS.Timeout | undefined

  const stopWaiting = () => {
    if (impatience) left -= performance.now() - askedAt
    clearTimeout(impatience)
    impatience = undefined
  }
  const take = (block: Buffer) => {
    stopWaiting()
    brought += block.length
    if (brought >= enough) {
      left = milliseconds
      brought = 0
    }
    if (!timedBody.push(block)) body.pause()
  }
  const timedBody = new Readable({
    read() {
      stopWaiting()
      askedAt = performance.now()
      impatience = setTimeout(() => timedBody.destroy(late()), Math.max(0, left))
      body.resume()
    },
    destroy(error, done) {
      stopWaiting()
      body.off('data', take).resume()
      done(error)
    },
  })
  finished(body, { writable: false }, (error) => {
    stopWaiting()
    if (error) timedBody.destroy(badRequest('body_incomplete', BROKEN_OFF))
    else timedBody.push(null)
  })
  body.pause().on('data', take)
  return timedBody.on('error', () => {}) // nobody else listens before it is read, or after who read it has left
}

/** The time limit for reading the rest of a body. */
const MOST_REST_MS = 600_000

/**
 * Reads what is left of a body and throws it away. Comes back when all is read, `enough` bytes have not come in so many
 * milliseconds, or ten minutes have passed.
 */
export async function throwAway(body: Readable, patience: Omit<Patience, 'late'>) {
  const rest = timed(body, { ...patience, late: () => new Error('the rest of the body is too slow') })
  const most = setTimeout(() => rest.destroy(), MOST_REST_MS)
  await ended(rest.resume()).catch(() => {})
  clearTimeout(most)
}

const BROKEN_OFF = 'The body broke off in the middle; what came before may be stored: send it again.'
