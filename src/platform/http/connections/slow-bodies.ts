import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { requestTimeout } from '../errors/problems.ts'
import { throwAway, timed } from './timed-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the body may take any time, as long as every kilobyte of it comes in REQUEST_TIMEOUT_SECONDS. */
    longBody?: boolean
  }
  interface FastifyRequest {
    /**
     * Takes the body from whoever still reads it, and throws away what is left of it, before an answer that does not
     * need it: many senders look at the answer only when all is sent. Comes back when all has come, or the sender
     * pauses.
     */
    throwBodyAway(): Promise<void>
  }
}

/** So much of a long body gives its sender the whole time again. */
const ENOUGH_BYTES = 1024
/** The rest of a body must bring ENOUGH_BYTES in this time, else the request is answered before its end. */
const PAUSE_MS = 2_000

/**
 * Bounds how long the service waits for the body of a request: REQUEST_TIMEOUT_SECONDS in total, or for each
 * kilobyte of a body that may be long. After that the answer is 408. What is still to come of a body after its
 * answer is read and thrown away for the same time, then the connection is closed.
 */
export const slowBodies = fp(
  async (app) => {
    const seconds = app.env.REQUEST_TIMEOUT_SECONDS
    const milliseconds = seconds * 1000
    const bodies = new WeakMap<FastifyRequest, Readable>()
    const answered = new Set<FastifyRequest['raw']>()
    let stopping = false

    const patienceOf = ({ routeOptions }: FastifyRequest) => ({
      milliseconds,
      enough: routeOptions.config.longBody ? ENOUGH_BYTES : Number.POSITIVE_INFINITY,
    })

    app.addHook('preParsing', (request, reply, body, done) => {
      if (!hasBody(request)) return done(null, body)
      const late = () => {
        reply.header('connection', 'close')
        return requestTimeout(
          'request_timeout',
          request.routeOptions.config.longBody
            ? `The body brought less than 1 kB in ${seconds} seconds: send it again.`
            : `The body took longer than ${seconds} seconds: send it again.`,
        )
      }
      const timedBody = timed(body as Readable, { ...patienceOf(request), late })
      bodies.set(request, timedBody)
      done(null, timedBody)
    })

    const rest = (request: FastifyRequest, patience: { milliseconds: number; enough: number }) => {
      bodies.get(request)?.destroy() // sets free who waits for more of it
      return throwAway(request.raw, patience)
    }
    app.decorateRequest('throwBodyAway', function () {
      return rest(this, { milliseconds: PAUSE_MS, enough: ENOUGH_BYTES })
    })

    app.addHook('onResponse', (request, _reply, done) => {
      done()
      const { raw } = request
      if (raw.complete !== false || raw.destroyed) return // without a socket it is undefined
      if (stopping) return hangUp(raw)
      answered.add(raw)
      void rest(request, patienceOf(request)).then(() => {
        answered.delete(raw)
        if (!raw.complete) hangUp(raw)
      })
    })

    app.addHook('preClose', async () => {
      stopping = true
      answered.forEach(hangUp)
    })
  },
  { name: 'slow-bodies', dependencies: ['database'] },
)

const hangUp = ({ socket }: FastifyRequest['raw']) => void socket.destroy()

/**
 * Options of the HTTP server: the headers of a request must be there in so many seconds. The server looks only from
 * time to time, so what it bounds is less.
 */
export const headerTimeouts = (seconds: number) => ({
  headersTimeout: seconds * 900,
  connectionsCheckingInterval: seconds * 100,
})

/** Asks whether a body follows the headers. */
export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
