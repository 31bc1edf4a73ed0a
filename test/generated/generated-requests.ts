import fc from 'fast-check'
import { Client } from 'undici'
import { world } from '../spec/world.ts'
import { goodRequests } from './good-requests.ts'
import { type GoodRequest, NUMBER, type OddRequest, oddRequest } from './odd-requests.ts'

type Test = Parameters<typeof world>[0] & {
  test(name: string, work: (t: Test) => Promise<void>): unknown
  same(found: unknown, wanted: unknown): unknown
}

/** Fixed, so that what is found once is found again. */
const SEED = 20_261_120
const AT_A_TIME = 8
/** Longer than any answer takes, on however busy a machine. */
const PATIENCE_MS = 30_000

/** Sends odd requests to each route, so many a route, and expects an answer to each that blames the caller. */
export async function testGeneratedRequests(t: Test, chosen: (path: string) => boolean, requests: number) {
  const the = await world(t)
  const base = await the.app.listen({ host: '127.0.0.1', port: 0 })
  const clients = Array.from({ length: AT_A_TIME }, () => new Client(base))
  t.teardown(() => Promise.all(clients.map((client) => client.close())))

  const last = ({ method }: GoodRequest) => Number(method === 'DELETE')
  const routes = goodRequests(the).filter(({ path }) => chosen(path))
  for (const good of routes.sort((a, b) => last(a) - last(b)))
    t.test(`${good.method} ${good.path}`, async (t) => {
      const headers = { ...good.headers, ...(await bearer(good)) }
      const odd = fc.sample(oddRequest({ ...good, headers }), { seed: SEED, numRuns: requests })
      const found = await Promise.all(
        clients.map(async (client, n) => {
          const problems: string[] = []
          for (let i = n; i < odd.length; i += AT_A_TIME) {
            const problem = await problemOf(client, numbered(odd[i] as OddRequest, i))
            if (problem) problems.push(problem)
          }
          return problems
        }),
      )
      t.same(found.flat().slice(0, 5), [])
    })

  /** A new token for a route that may end it. */
  async function bearer({ headers }: GoodRequest): Promise<Record<string, string>> {
    if (headers['x-user-id']) return {}
    const login = { email: 'bod@example.com', password: 'any' }
    const { session } = await the.done(null, 'POST', '/api/auth/idp-login', login)
    return { authorization: `Bearer ${session.access_token}` }
  }
}

const numbered = ({ body, ...request }: OddRequest, n: number): OddRequest => ({
  ...request,
  body: typeof body === 'string' ? body.replaceAll(NUMBER, `-${n}`) : body,
})

/** What is wrong with the answer to a request, in words; undefined when nothing is. */
async function problemOf(client: Client, { method, url, headers, body }: OddRequest) {
  const asked = `${method} ${url} ${JSON.stringify(headers)} ${String(body).slice(0, 300)}`
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    const response = await client.request({ method, path: url, headers, body, signal })
    const text = await response.body.text()
    if (response.statusCode < 400) return undefined
    return isError(text) && response.statusCode < 500
      ? undefined
      : `${asked} answered ${response.statusCode}: ${text.slice(0, 300)}`
  } catch (error) {
    return `${asked} was not answered: ${error}`
  }
}

/** Whether a text is exactly `{"error": "…"}`. */
function isError(text: string): boolean {
  try {
    const body = JSON.parse(text)
    return Object.keys(body).join() === 'error' && typeof body.error === 'string' && body.error !== ''
  } catch {
    return false
  }
}
