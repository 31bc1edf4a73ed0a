import { once } from 'node:events'
import { connect } from 'node:net'

/** The first bytes of a request, up to its body. */
export const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`

/** A part of a body that is sent with `Transfer-Encoding: chunked`; an empty one ends it. */
export const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** A connection on which a test says every byte itself. `closed` comes when the service has hung up. */
export function rawSocket(t: { teardown(work: () => unknown): unknown }, port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {}) // a connection that is cut ends with its close too
  let received = ''
  socket.on('data', (text) => {
    received += text
  })
  const closed = new Promise((close) => socket.once('close', close))
  t.teardown(() => socket.destroy())

  /** Sends these bytes ten times a second until the service hangs up. */
  function trickle(bytes: string) {
    const dripping = setInterval(() => socket.write(bytes), 100)
    return closed.finally(() => clearInterval(dripping))
  }

  /** What has come back by now, read as JSON. */
  const answers = () =>
    received
      .split(/(?=HTTP\/1\.1 )/)
      .filter(Boolean)
      .map((answer) => {
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
      })

  /** Comes when the service has answered so many times. */
  async function answered(times = 1) {
    while (received.split('HTTP/1.1 ').length <= times) await once(socket, 'data')
    return answers()
  }

  return { socket, closed, trickle, answers, answered }
}
