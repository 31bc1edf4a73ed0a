import type { IncomingMessage, ServerResponse } from 'node:http'
import fp from 'fastify-plugin'

/** The part of SHUTDOWN_SECONDS in which callers may send and read. The rest is for the work after them. */
const CALLERS_PART = 0.8

/**
 * Hangs up before the end of a stop on those for whom alone it still waits: who has not sent all of a body, or has not
 * read all of an answer. What is at work goes on until SHUTDOWN_SECONDS are over.
 */
export const slowStops = fp(
  async (app) => {
    const underWay = new Map<ServerResponse, IncomingMessage>()
    let patience: NodeJS.Timeout | undefined

    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      underWay.set(response, request)
      response.on('close', forget)
    })
    function forget(this: ServerResponse) {
      underWay.delete(this)
      // A connection that is kept alive after the last answer of a stop would hold the stop up.
      if (patience) app.server.closeIdleConnections()
    }
    app.addHook('preClose', async () => {
      patience = setTimeout(hangUp, app.env.SHUTDOWN_SECONDS * 1000 * CALLERS_PART)
    })
    app.addHook('onClose', async () => clearTimeout(patience))

    function hangUp() {
      const waiting = [...underWay].filter(([response, { complete }]) => !complete || response.headersSent)
      if (waiting.length > 0)
        app.log.warn(`the stop hangs up on ${waiting.length} callers who send or read too slowly`)
      for (const [, { socket }] of waiting) socket.destroy()
    }
  },
  { name: 'slow-stops' },
)
