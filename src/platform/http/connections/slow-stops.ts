import type { ServerResponse } from 'node:http'
import fp from 'fastify-plugin'

/** The part of SHUTDOWN_SECONDS in which callers may send and read. The rest is for the work after them. */
const CALLERS_PART = 0.8
/** How often a stop looks for connections that hold it up. */
const LOOK_MS = 100

/**
 * Ends the connections that would hold a stop up. Where no request is under way, these are all: to Node those are not
 * idle over which nothing has come yet, as browsers open them. Before the end of the stop these are those of callers
 * who have not sent all of a body, or not read all of an answer. What is at work goes on until SHUTDOWN_SECONDS are over.
 */
export const slowStops = fp(
  async (app) => {
    const underWay = new Set<ServerResponse>()
    let looking: NodeJS.Timeout | undefined

    app.server.on('request', (_request, response: ServerResponse) => {
      underWay.add(response)
      response.once('close', () => underWay.delete(response))
    })
    app.addHook('preClose', async () => {
      const late = performance.now() + app.env.SHUTDOWN_SECONDS * 1000 * CALLERS_PART
      looking = setInterval(() => {
        if (underWay.size === 0) app.server.closeAllConnections()
        if (performance.now() < late) return
        for (const { req, headersSent } of underWay) if (!req.complete || headersSent) req.socket.destroy()
      }, LOOK_MS)
    })
    app.addHook('onClose', async () => clearInterval(looking))
  },
  { name: 'slow-stops' },
)
