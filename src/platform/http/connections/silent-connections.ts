import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/**
 * Closes connections over which nothing has come when the service stops: browsers and clients open some before they
 * need them. To Node they are not idle, and a stop would wait for them until the time for their headers is over.
 */
export const silentConnections = fp(
  async (app) => {
    const connections = new Set<Socket>()
    app.server.on('connection', (socket: Socket) => {
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    })
    app.addHook('preClose', async () => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    })
  },
  { name: 'silent-connections' },
)
