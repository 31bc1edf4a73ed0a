import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** Ends the connection of an answer of which the caller takes no byte for EXPORT_TIMEOUT_SECONDS. */
export const slowReaders = fp(
  async (app) => {
    const milliseconds = app.env.EXPORT_TIMEOUT_SECONDS * 1000
    app.addHook('onSend', ({ raw: { socket } }, reply, payload, done) => {
      if (socket instanceof Socket) {
        socket.setTimeout(milliseconds) // until Node sets the time for which it keeps an idle connection
        reply.raw.on('timeout', endIfUnread)
      } // else the request was injected
      done(null, payload)
    })
  },
  { name: 'slow-readers' },
)

/** A connection may also be silent because there is nothing to say. */
function endIfUnread(this: ServerResponse) {
  if (this.writableLength > 0) this.destroy()
}
