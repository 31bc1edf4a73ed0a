import t from 'tap'
import { goodRequests } from '../generated/good-requests.ts'
import { settled } from '../setup/settled.ts'
import { world } from './world.ts'

/** What says when it was asked, until when it looks back, or how the process is; nothing of sellers. */
const OF_THE_MOMENT = new Set([
  ...['from', 'to'],
  ...['as_of', 'generated_at', 'checked_at', 'now', 'timestamp', 'last_used_at', 'last_seen_at', 'seen_at'],
  ...['uptime_seconds', 'seconds', 'elapsed_ms', 'database_ms', 'latency_ms'],
])

/** How far a feed of changes has looked moves with every transaction of the server, which other tests share. */
const ofTheMoment = (path: string, name: string) =>
  OF_THE_MOMENT.has(name) || (/^\/api\/(events|sos\/enforcement)$/.test(path) && name === 'next')

/** An answer without what is of the moment. */
const lasting = (path: string, text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), (name, value) => (ofTheMoment(path, name) ? null : value))
  } catch {
    return text
  }
}

const the = await world(t)
const { paths } = the.app.swagger() as { paths: Record<string, object> }
const isDocumented = (path: string) => paths[path.replaceAll(/:(\w+)/g, '{$1}')] !== undefined
const reads = (await goodRequests(the)).filter(({ method, path }) => method === 'GET' && isDocumented(path))
await settled(the.app)

t.test('every GET asked twice with nothing changed gives the same bytes', async (t) => {
  let compared = 0
  for (const { path, params, query, headers } of reads) {
    const at = Object.entries(params).reduce((url, [name, value]) => url.replace(`:${name}`, value), path)
    const url = `${at}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`
    const ask = () => the.app.inject({ method: 'GET', url, headers, payloadAsStream: true })
    const answers = []
    for (let n = 0; n < 2; n++) {
      const response = await ask()
      const stream = response.stream()
      if (String(response.headers['content-type']).includes('event-stream')) {
        stream.destroy()
        continue
      }
      answers.push(`${response.statusCode} ${lasting(path, await textOf(stream))}`)
    }
    const [first, second] = answers
    t.equal(second, first, url)
    if (first?.startsWith('200')) compared++
  }
  t.ok(compared > reads.length / 2, `${compared} of ${reads.length} answered 200`)
})

async function textOf(stream: AsyncIterable<Buffer>) {
  const blocks: Buffer[] = []
  for await (const block of stream) blocks.push(block)
  return Buffer.concat(blocks).toString()
}
