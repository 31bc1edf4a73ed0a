/** The load of the enforcement benchmark: as many requests as come back on 64 connections for some seconds. */
import { connect } from 'node:net'

const CONNECTIONS = 64

interface Task {
  url: string
  headers: Record<string, string>
  seconds: number
}

process.on('message', async (task: Task) => {
  const until = performance.now() + task.seconds * 1000
  const counted = { requests: 0, failed: 0 }
  await Promise.all(Array.from({ length: CONNECTIONS }, () => keepAsking(task, until, counted)))
  process.send?.(counted)
})

/** One connection that sends its next request when the answer to the last is there; no more parsing than that needs. */
function keepAsking({ url, headers }: Task, until: number, counted: { requests: number; failed: number }) {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise<void>((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received = ''
    const ask = () => {
      const seller = 1 + Math.floor(Math.random() * 200)
      socket.write(`GET /api/sos/sellers/S-${seller}/enforcement HTTP/1.1\r\n${lines.join('')}\r\n`)
    }
    socket.setEncoding('latin1').on('connect', ask).on('error', fail)
    socket.on('data', (text) => {
      received += text
      if (!isWhole(received)) return
      counted.requests += 1
      if (!received.startsWith('HTTP/1.1 200')) counted.failed += 1
      received = ''
      if (performance.now() < until) ask()
      else socket.end(() => done())
    })
  })
}

/** Whether a response has come to its end. */
function isWhole(response: string) {
  const headEnds = response.indexOf('\r\n\r\n')
  if (headEnds < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(response.slice(0, headEnds))?.[1]
  return length === undefined
    ? response.endsWith('0\r\n\r\n')
    : response.length >= headEnds + 4 + Number(length)
}
