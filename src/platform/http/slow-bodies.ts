import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { requestTimeout } from './problems.ts'
import { timed } from './timed-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the body may take any time, as long as every kilobyte of it comes in REQUEST_TIMEOUT_SECONDS. */
    longBody?: boolean
  }
}

/** So much of a long body gives its sender the whole time again. */
const ENOUGH_BYTES = 1024

/**
 * Bounds how long the service waits for the body of a request: REQUEST_TIMEOUT_SECONDS in total, or for each
 * kilobyte of a body that may be long. After that the answer is 408. What is still to come of a body after its
 * answer is read and thrown away for the same time, then the connection is closed.
 */
export const slowBodies = fp(
  async (app) => {
    const seconds = app.env.REQUEST_TIMEOUT_SECONDS
    const milliseconds = seconds * 1000
    const answered = new Set<FastifyRequest['raw']>()
    let stopping = false

    app.addHook('preParsing', (request, reply, body, done) => {
      if (!hasBody(request)) return done(null, body)
      const { longBody } = request.routeOptions.config
      const enough = longBody ? ENOUGH_BYTES : Number.POSITIVE_INFINITY
      const late = () => {
        reply.header('connection', 'close')
        return requestTimeout(
          'request_timeout',
          longBody
            ? `The body brought less than 1 kB in ${seconds} seconds: send it again.`
            : `The body took longer than ${seconds} seconds: send it again.`,
        )
      }
      done(null, timed(body as Readable, { milliseconds, enough, late }))
    })

    app.addHook('onResponse', ({ raw }, _reply, done) => {
      done()
      if (raw.complete !== false || raw.destroyed) return // without a socket it is undefined
      if (stopping) return hangUp(raw)
      const impatience = setTimeout(hangUp, milliseconds, raw)
      answered.add(raw)
      raw.once('close', () => {
        clearTimeout(impatience)
        answered.delete(raw)
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

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
