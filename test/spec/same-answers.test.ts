import t from 'tap'
import { goodRequests } from '../generated/good-requests.ts'
import { settled } from '../setup/settled.ts'
import { world } from './world.ts'

/** What says when it was asked, how the process is, or how far a feed has looked, past what other tests do meanwhile. */
const OF_THE_MOMENT =
  /"(from|to|as_of|(generated|checked|last_used|last_seen|seen)_at|now|timestamp|next|(uptime_)?seconds|\w+_ms)":("[^"]*"|[^,}]*)/g

t.test('every GET asked twice with nothing changed gives the same bytes', async (t) => {
  const the = await world(t)
  const { paths } = the.app.swagger() as { paths: Record<string, object> }
  const isRead = (path: string) => paths[path.replaceAll(/:(\w+)/g, '{$1}')]
  const reads = (await goodRequests(the)).filter(({ method, path }) => method === 'GET' && isRead(path))
  await settled(the.app)
  let compared = 0
  for (const { path, params, query, headers } of reads) {
    const at = path.replaceAll(/:(\w+)/g, (_, name) => params[name] ?? '')
    const url = `${at}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`
    const ask = async () => {
      const response = await the.app.inject({ method: 'GET', url, headers })
      return `${response.statusCode} ${response.body.replaceAll(OF_THE_MOMENT, '')}`
    }
    const first = await ask()
    t.equal(await ask(), first, url)
    if (first.startsWith('200')) compared++
  }
  t.ok(compared > reads.length / 2, `${compared} of ${reads.length} answered 200`)
})
