/** The process behind load.ts: as many requests as come back on some connections for some seconds. */
import { connect } from 'node:net'
import type { Load } from './load.ts'

process.on('message', async (load: Load) => {
  const until = performance.now() + load.seconds * 1000
  const counted = { failed: 0, times: [] as number[] }
  await Promise.all(Array.from({ length: load.connections }, () => keepAsking(load, until, counted)))
  const times = counted.times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  process.send?.({ requests: times.length, failed: counted.failed, p50: at(0.5), p99: at(0.99) })
})

/** One connection that sends its next request when the answer to the last is there; no more parsing than that needs. */
function keepAsking(
  { url, paths, headers }: Load,
  until: number,
  counted: { failed: number; times: number[] },
) {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = ` HTTP/1.1\r\n${lines.join('')}\r\n`
  return new Promise<void>((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let parts: Buffer[] = []
    let missing = -1
    let asked = 0
    const ask = () => {
      asked = performance.now()
      socket.write(`GET ${paths[Math.floor(Math.random() * paths.length)]}${head}`)
    }
    socket.on('connect', ask).on('error', fail)
    socket.on('data', (bytes) => {
      parts.push(bytes)
      if (missing < 0) missing = missingOf(Buffer.concat(parts))
      else if (missing !== Number.POSITIVE_INFINITY) missing -= bytes.length
      else if (bytes.subarray(-5).toString('latin1') === '0\r\n\r\n') missing = 0
      if (missing !== 0) return
      const status = parts[0]?.subarray(9, 12).toString('latin1')
      if (status !== '200' && status !== '304') counted.failed += 1
      counted.times.push(performance.now() - asked)
      parts = []
      missing = -1
      if (performance.now() < until) ask()
      else socket.end(() => done())
    })
  })
}

/** How many bytes are missing of a response: -1 before its head is whole, infinity for one in chunks. */
function missingOf(response: Buffer) {
  const headEnds = response.indexOf('\r\n\r\n')
  if (headEnds < 0) return -1
  const head = response.subarray(0, headEnds).toString('latin1')
  if (head.startsWith('HTTP/1.1 304')) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return headEnds + 4 + Number(length) - response.length
  return response.subarray(-5).toString('latin1') === '0\r\n\r\n' ? 0 : Number.POSITIVE_INFINITY
}
