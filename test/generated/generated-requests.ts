import fc from 'fast-check'
import type { Test } from 'tap'
import { Client } from 'undici'
import { inForm } from '../setup/form.ts'
import { world } from '../spec/world.ts'
import { type Answer, documented, problemOf } from './documented.ts'
import { changedIn, fingerprintOf } from './fingerprint.ts'
import { goodRequests } from './good-requests.ts'
import { type GoodRequest, NUMBER, type OddRequest, oddRequest } from './odd-requests.ts'

/** So many requests are sent in all, by all files of this folder; a part of them once more, when they were refused. */
const REQUESTS = inForm({ short: 400, long: 16_500 })
const AGAIN = inForm({ short: 10, long: 40 })
/** The same ones each time, so that what is found once is found again; in the long form others each time. */
const SEED = Number(process.env.GENERATED_SEED ?? inForm({ short: 20_261_120, long: Date.now() % 2 ** 31 }))
const AT_A_TIME = 8
/** Two files send the requests, side by side: one those about records and people, one all others. */
const OF_RECORDS =
  /^\/api\/(auth|users|employees|audit|warehouses|sellers|am|campaigns|appeals|surcharges|sync)\b/
/** Where a 400 says that the records of a push are listed, none of which was stored. */
const REJECTIONS = 'GET /api/sync/rejections?push_id='
/** Longer than any answer takes, on however busy a machine. */
const PATIENCE_MS = 120_000

/**
 * Sends valid, mutated and hostile requests to each route, and expects of each answer that it is documented, and blames
 * nobody but the caller. What was refused is then sent once more, and has changed nothing.
 */
export async function testGeneratedRequests(t: Test, chosen: 'records' | 'rules') {
  t.comment(`GENERATED_SEED=${SEED}`)
  const the = await world(t)
  const base = await the.app.listen({ host: '127.0.0.1', port: 0 })
  const clients = Array.from({ length: AT_A_TIME }, () => new Client(base))
  t.teardown(() => Promise.all(clients.map((client) => client.close())))
  const problemWith = documented(the.app.swagger())
  const fingerprint = await fingerprintOf(the.app)
  const statuses = new Map<number, number>()

  const last = ({ method }: GoodRequest) => Number(method === 'DELETE')
  const all = await goodRequests(the)
  const each = Math.ceil(REQUESTS / all.length)
  const routes = all
    .filter(({ path }) => OF_RECORDS.test(path) === (chosen === 'records'))
    .sort((a, b) => last(a) - last(b))
  for (const good of routes)
    await t.test(`${good.method} ${good.path}`, async (t) => {
      const headers = { ...good.headers, ...(await bearer(good)) }
      const odd = fc
        .sample(oddRequest({ ...good, headers }), { seed: SEED, numRuns: each })
        .map((request, n) => numbered(request, n))
      const { problems, refused } = await sendAll(odd, good.path)
      t.same(problems.slice(0, 5), [])
      if (good.method !== 'GET')
        await t.test('what is refused changes nothing', (t) => sendAgain(t, refused, good.path))
    })
  const sent = [...statuses.values()].reduce((sum, times) => sum + times, 0)
  t.comment(`${sent} requests, answered ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)

  /** Sends requests, some at a time. Answers what was wrong, and those that were refused and of which nothing is kept. */
  async function sendAll(requests: OddRequest[], path: string) {
    const problems: string[] = []
    const refused: OddRequest[] = []
    const rest = requests.values() // shared by all clients
    await Promise.all(
      clients.map(async (client) => {
        for (const request of rest) {
          const { problem, status, isKept } = await send(client, request, path)
          if (problem) problems.push(problem)
          else if (status >= 400 && !isKept) refused.push(request)
        }
      }),
    )
    return { problems, refused }
  }

  async function sendAgain(t: Test, before: OddRequest[], path: string) {
    const chosen = before.slice(0, AGAIN)
    const rows = await fingerprint.settled()
    const { problems, refused } = await sendAll(chosen, path)
    t.same(problems.slice(0, 5), [])
    if (refused.length < chosen.length) return t.comment('one of them was taken this time')
    t.same(changedIn(rows, await fingerprint.look()), [], 'tables that have changed')
  }

  async function send(client: Client, { method, url, headers, body }: OddRequest, path: string) {
    const asked = `${method} ${url} ${JSON.stringify(headers)} ${String(body).slice(0, 300)}`
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const response = await client.request({ method, path: url, headers, body, signal })
      const text = await response.body.text()
      const answer: Answer = { status: response.statusCode, headers: response.headers, text }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const wrong = path.startsWith('/api') ? problemWith(method, url, answer) : pageProblem(answer)
      const isKept = text.includes(REJECTIONS)
      return {
        status: answer.status,
        isKept,
        problem: wrong && `${asked} answered ${answer.status}: ${wrong}`,
      }
    } catch (error) {
      return { status: 0, problem: `${asked} was not answered: ${error}` }
    }
  }

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

/** The pages of the documentation are not in the document. */
const pageProblem = ({ status, text }: Answer) =>
  status < 400 ? undefined : status < 500 ? problemOf(text) : `status ${status}`
