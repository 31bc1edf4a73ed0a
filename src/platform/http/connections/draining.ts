import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Server, Server as TcpServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { serviceUnavailable } from '../errors/problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining
  }
}

interface Draining {
  /** True when the process is about to stop: load balancers should send it nothing more. */
  isOn(): boolean
  /**
   * Serves on for DRAIN_SECONDS while readiness is false and each answer ends its connection; then takes no new
   * connection, and serves what has been sent by then. Closing comes after it.
   */
  drain(): Promise<void>
}

/** The time after the last accepted connection in which requests may arrive that were sent before. */
const LINGER_MS = 250

/**
 * Lets callers go elsewhere before a stop. HTTP has no other way to end a connection without losing a request than the
 * header `Connection: close` of an answer, which is the last one of those that the connection waits for.
 */
export const draining = fp(
  async (app) => {
    const newest = new WeakMap<object, IncomingMessage>()
    let state: 'serving' | 'draining' | 'closing' = 'serving'

    app.server.prependListener('request', (request: IncomingMessage) => newest.set(request.socket, request))
    app.addHook('onRequest', (_request, _reply, done) => done(state === 'closing' ? stopping() : undefined))
    app.addHook('onSend', (request, reply, payload, done) => {
      const isLast = newest.get(request.raw.socket) === request.raw
      if (state !== 'serving' && isLast) reply.header('connection', 'close')
      done(null, payload)
    })
    app.addHook('preClose', async () => {
      state = 'closing'
      endSlowOnes()
    })

    const underWay = new Set<ServerResponse>()
    let looking: NodeJS.Timeout | undefined
    app.server.on('request', (_request, response: ServerResponse) => {
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
    })
    /**
     * Ends the connections that would hold a stop up. Where no request is under way, these are all: to Node those are
     * not idle over which nothing has come yet, as browsers open them. Before the end of the stop these are those of
     * callers who have not sent all of a body, or not read all of an answer. What is at work goes on until
     * SHUTDOWN_SECONDS are over.
     */
    function endSlowOnes() {
      const late = performance.now() + app.env.SHUTDOWN_SECONDS * 1000 * CALLERS_PART
      looking = setInterval(() => {
        if (underWay.size === 0) app.server.closeAllConnections()
        if (performance.now() < late) return
        for (const { req, headersSent } of underWay) if (!req.complete || headersSent) req.socket.destroy()
      }, LOOK_MS)
    }
    app.addHook('onClose', async () => clearInterval(looking))

    app.decorate('draining', {
      isOn: () => state !== 'serving',
      async drain() {
        if (state !== 'serving' || !app.server.listening) return
        state = 'draining'
        const { DRAIN_SECONDS } = app.env
        if (DRAIN_SECONDS > 0) {
          app.log.info(`requests are served for ${DRAIN_SECONDS} s more (DRAIN_SECONDS)`)
          await delay(DRAIN_SECONDS * 1000)
        }
        stopListening(app.server)
        await delay(LINGER_MS)
      },
    })
  },
  { name: 'draining', decorators: { fastify: ['env'] } },
)

/** Takes no new connection. The server's own `close` would cut off those that are idle at this moment, too. */
const stopListening = (server: Server) => TcpServer.prototype.close.call(server)

/** The error of a request that a stopping process refuses. */
export const stopping = () => serviceUnavailable('stopping', 'The service is stopping; try again.')

/** The part of SHUTDOWN_SECONDS in which callers may send and read. The rest is for the work after them. */
const CALLERS_PART = 0.8
/** How often a stop looks for connections that hold it up. */
const LOOK_MS = 100
