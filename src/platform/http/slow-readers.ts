import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** Ends the connection of an answer of which the caller takes no byte for EXPORT_TIMEOUT_SECONDS. */
export const slowReaders = fp(
  async (app) => {
    const milliseconds = app.env.EXPORT_TIMEOUT_SECONDS * 1000
    app.addHook('onSend', async ({ raw: { socket } }, reply) => {
      if (!(socket instanceof Socket)) return // injected
      socket.setTimeout(milliseconds) // until Node sets the time for which it keeps an idle connection
      reply.raw.on('timeout', endIfUnread)
    })
  },
  { name: 'slow-readers' },
)

/** A connection may also be silent because there is nothing to say. */
function endIfUnread(this: ServerResponse) {
  if (this.writableLength > 0) this.destroy()
}
