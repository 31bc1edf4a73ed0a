import { once } from 'node:events'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { badRequest, requestTimeout } from '../errors/problems.ts'

/** So much of a long body gives its sender the whole time again. */
const ENOUGH_BYTES = 1024
/** The rest of a body must bring ENOUGH_BYTES in this time, else the request is answered before its end. */
const PAUSE_MS = 2_000

/**
 * Bounds how long the service waits for a caller.
 * - A body that is read must come in REQUEST_TIMEOUT_SECONDS, or each kilobyte of a long one: else the answer is 408.
 *   Time in which the service does not read what is there is not the sender's.
 * - What is left of a body after its answer is thrown away, and must come in that time, too: else the connection ends.
 * - The connection ends when no byte of an answer is taken for EXPORT_TIMEOUT_SECONDS.
 */
export const slowCallers = fp(
  async (app) => {
    const seconds = app.env.REQUEST_TIMEOUT_SECONDS
    const unreadMs = app.env.EXPORT_TIMEOUT_SECONDS * 1000

    app.addHook('preParsing', (request, reply, sent, done) => {
      if (!isRead(request)) return done(null, sent)
      const { socket } = request.raw
      const { longBody } = request.routeOptions.config
      const body = sent.pipe(new PassThrough())
      const breakOff = () => body.destroy(badRequest('body_incomplete', BROKEN_OFF))
      let bytes = socket.bytesRead
      const look = setInterval(() => {
        const flows = longBody && socket.bytesRead - bytes >= ENOUGH_BYTES
        bytes = socket.bytesRead
        if (flows || body.readableLength > 0) return
        reply.header('connection', 'close')
        body.destroy(requestTimeout('request_timeout', lateSentence(seconds, longBody)))
      }, seconds * 1000)
      sent.once('error', breakOff)
      reply.raw.once('close', breakOff)
      body.on('error', () => {}) // nobody else listens before it is read
      body.once('close', () => {
        clearInterval(look)
        sent.resume()
      })
      done(null, body)
    })

    app.addHook('onResponse', ({ raw }, _reply, done) => {
      done()
      const endIfLate = () => raw.complete || raw.socket.destroy()
      if (raw.complete === false) setTimeout(endIfLate, seconds * 1000).unref() // undefined when it was injected
    })

    app.addHook('onSend', ({ raw: { socket } }, { raw }, payload, done) => {
      if (socket instanceof Socket)
        // A connection may also be silent because there is nothing to say.
        raw.setTimeout(unreadMs, () => raw.writableLength > 0 && raw.destroy())
      done(null, payload)
    })
  },
  { name: 'slow-callers' },
)

const lateSentence = (seconds: number, longBody = false) =>
  longBody
    ? `The body brought less than 1 kB in ${seconds} seconds: send it again.`
    : `The body took longer than ${seconds} seconds: send it again.`

const BROKEN_OFF = 'The body broke off in the middle: send it again.'

/**
 * Waits before an answer until the rest of a body that nobody reads any more has come and been thrown away: many senders
 * look at the answer only when all is sent. Comes back when the sender pauses, too, or after REQUEST_TIMEOUT_SECONDS.
 */
export async function restOfBody({ raw, server }: FastifyRequest) {
  const end = performance.now() + server.env.REQUEST_TIMEOUT_SECONDS * 1000
  let bytes = Number.NEGATIVE_INFINITY
  while (!raw.complete && performance.now() < end && raw.socket.bytesRead - bytes >= ENOUGH_BYTES) {
    bytes = raw.socket.bytesRead
    await once(raw, 'close', { signal: AbortSignal.timeout(PAUSE_MS) }).catch(() => {})
  }
}

/** Asks whether a body follows the headers, and is read: that of a GET is not. */
export const isRead = ({ method, headers }: FastifyRequest) =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
