import { bareServer } from '../bare.ts'
import { type Dataset, pathsOf, SMALL } from '../datasets.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atLeast, atMost, beside, type Figure, median, type Target, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, connected, serviceOn } from '../service.ts'

const SECONDS = 2

/** What is asked for in turns with the bare listener, or with another path of ours. */
interface Asked {
  what?: string
  paths: string[]
  /** Of ours; without one the same paths of the bare listener are the limit. */
  limit?: { what: string; path: string }
  /** ms: how long an answer takes, the median of a round */
  unit?: 'ms'
  connections: number
  targets: Target[]
}

/** Measures reads of a service, with logs at info, beside a listener of `bare/`; both must answer alike. */
async function readsBeside(
  [bare, bareIs]: [name: string, what: string],
  dataset: Dataset,
  prepare?: (databaseUrl: string) => Promise<unknown>,
) {
  const databaseUrl = await databaseOf(dataset)
  await prepare?.(databaseUrl)
  const { url, headers } = await serviceOn(databaseUrl)
  const bareUrl = await bareServer(new URL(`../bare/${bare}.ts`, import.meta.url), databaseUrl)
  const load = loadProcess()

  async function measure(rounds: number, asked: Asked[]) {
    const figures: Figure[] = []
    for (const { what, paths, limit, unit, connections, targets } of asked) {
      const ask = (base: string, paths: string[]) => async () => {
        const { perSecond, p50 } = await load({ url: base, paths, headers, connections, seconds: SECONDS })
        return unit === 'ms' ? p50 : perSecond
      }
      if (!limit) for (const path of paths.slice(0, 20)) await requireAnswer(path)
      const ofLimit = limit ? ask(url, [limit.path]) : ask(bareUrl, paths)
      const values = await alternate(rounds, ask(url, paths), ofLimit)
      const by = connections === 1 ? 'one connection' : `${connections} connections`
      const title = what ? `${what}, ${by}` : by
      figures.push(beside(title, unit ?? 'requests/s', values, limit?.what ?? bareIs, ...targets))
    }
    return figures
  }

  /** @throws when ours lacks a field that the bare listener answers, or has it otherwise; of rows the ids count */
  async function requireAnswer(path: string) {
    const [ours, bare] = await Promise.all(
      [url, bareUrl].map(async (base) => {
        const body = (await (await fetch(base + path, { headers })).json()) as Record<string, unknown>
        const { data, total } = body as { data?: { id: number }[]; total?: number }
        return data ? { total: Number(total), ids: data.map(({ id }) => id) } : body
      }),
    )
    for (const [field, value] of Object.entries(bare as object))
      if (JSON.stringify((ours as Record<string, unknown>)[field]) !== JSON.stringify(value))
        throw new Error(`${path} is ${JSON.stringify(ours)}, but bare ${JSON.stringify(bare)}`)
  }
  return measure
}

/** On one connection and on 64, with what is the least of each. */
const onOneAndMany = (paths: string[], one: number, many: number): Asked[] => [
  { paths, connections: 1, targets: [atLeast(one)] },
  { paths, connections: 64, targets: [atLeast(many)] },
]

async function score(rounds: number) {
  const measure = await readsBeside(['score', 'bare, same SQL'], 'small')
  const paths = pathsOf(SMALL.sellers, (code) => `/api/sos/sellers/${code}/score`)
  return measure(rounds, onOneAndMany(paths, 0.9, 2.8))
}

async function seller(rounds: number) {
  const measure = await readsBeside(['seller', 'bare read of the joined row'], 'small')
  const paths = pathsOf(SMALL.sellers, (code) => `/api/sellers/${code}`)
  return measure(rounds, onOneAndMany(paths, 0.6, 2))
}

async function enforcement(rounds: number) {
  const measure = await readsBeside(['enforcement', 'bare, same SQL'], 'small', addSurcharges)
  const paths = pathsOf(SMALL.sellers, (code) => `/api/sos/sellers/${code}/enforcement`)
  return measure(rounds, onOneAndMany(paths, 0.9, 2.5))
}

/** One of every second seller, and a tenth of all are blocked. */
async function addSurcharges(connectionString: string) {
  const client = await connected(connectionString)
  await client.query(`
    insert into surcharges (seller_id, period, surcharge_type, amount, status, trigger_details)
    select id, '2026-10', case when id % 10 = 0 then 'payment_block' else 'planning_overload' end, 126.9,
           case when id % 3 = 0 then 'applied' else 'pending' end, '{"reason": "Forecasts were off"}'
    from sellers where id % 2 = 0;
    analyze surcharges`)
}

async function explanation(rounds: number) {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const bare = await bareServer(new URL('../bare/explanation.ts', import.meta.url), databaseUrl)
  const load = loadProcess()
  const paths = pathsOf(1_000, (code) => `/api/sos/sellers/${code}/score/explanation`, 9)
  const { headers } = service
  const asked = (url: string) => async () =>
    (await load({ url, headers, paths, connections: 64, seconds: 5 })).perSecond
  const reads = await alternate(rounds, asked(service.url), asked(bare))
  return [beside('explanation of a score', 'requests/s', reads, 'its row', atLeast(0.8))]
}

/** Of each round. */
const CHANGES = 7

async function dashboard(rounds: number) {
  const databaseUrl = await databaseOf('scores_large')
  const { url, headers } = await serviceOn(databaseUrl)
  const bareUrl = await bareServer(new URL('../bare/dashboard.ts', import.meta.url), databaseUrl)
  const client = await connected(databaseUrl)
  const path = `/api/dashboard/stats?period=${PERIOD}`
  const askChanged = (base: string) => async () => {
    const times: number[] = []
    while (times.length < CHANGES) {
      await client.query('update sellers set payment_terms_days = $1 where id = 1', [times.length])
      times.push(await timed(async () => (await fetch(base + path, { headers })).text()))
    }
    return median(times)
  }
  const times = await alternate(rounds, askChanged(url), askChanged(bareUrl))
  return [beside('100,000 scores, after a change', 'ms', times, 'bare statement', atMost(1.2))]
}

const LISTS: [string, string] = ['lists', 'bare statement']
const onSome = (what: string, path: string): Asked[] =>
  [1, 4, 64].map((connections) => ({ what, paths: [path], connections, targets: [atLeast(1 / 3)] }))

async function sellersList(rounds: number) {
  const measure = await readsBeside(LISTS, 'scores_small')
  return measure(rounds, onSome('the first page', '/api/sellers?limit=100'))
}

async function scoresList(rounds: number) {
  const [small, large] = [await readsBeside(LISTS, 'scores_small'), await readsBeside(LISTS, 'scores_large')]
  const list = `/api/sos/monthly?period=${PERIOD}&limit=100`
  const [what, paths] = ['page 1,000 of 100,000', [`${list}&page=1000`]]
  return [
    ...(await small(rounds, onSome('the first page of 10,000', list))),
    ...(await small(rounds, onSome('page 100 of 10,000', `${list}&page=100`))),
    ...(await large(rounds, [{ what, paths, unit: 'ms', connections: 1, targets: [atMost(3)] }])),
  ]
}

const TERMS = {
  'a part of a code': 's-0999',
  'a part of a name': 'trading 4711',
  'some letters in the middle': 'fa3',
  'what nobody is called': 'zzzz',
  'two letters': '99',
  'one letter': 'e',
}

async function search(rounds: number) {
  const measure = await readsBeside(LISTS, 'scores_large')
  return measure(
    rounds,
    Object.entries(TERMS).map(([what, term]) => ({
      what,
      paths: [`/api/sellers?search=${encodeURIComponent(term)}`],
      unit: 'ms',
      connections: 1,
      limit: { what: 'the first page', path: '/api/sellers' },
      targets: term.length > 2 ? [atMost(2)] : [],
    })),
  )
}

async function trivial(rounds: number) {
  const measure = await readsBeside(['trivial', 'bare node:http'], 'few')
  return measure(
    rounds,
    [1, 64].map((connections) => ({ paths: ['/api/health'], connections, targets: [] })),
  )
}

export const titles = {
  score:
    'GET /api/sos/sellers/:seller_code/score, 10,000 sellers at random, with one log line a request; the limit is a node:http server that asks the same by one named statement a request.',
  seller:
    'GET /api/sellers/:id by code, with ETag, score, exceptions, appeals and surcharges, 10,000 sellers at random, with one log line a request; the limit is a node:http server that reads the joined row alone by one named statement a request.',
  enforcement:
    'GET /api/sos/sellers/:seller_code/enforcement, 10,000 sellers at random of which half have a surcharge, with one log line a request; the limit is a node:http server that asks the same by one named statement a request.',
  explanation:
    'GET /api/sos/sellers/:seller_code/score/explanation of drafts, 64 connections, all checks on; the limit reads the row that it is made of.',
  dashboard:
    'GET /api/dashboard/stats of a month with 100,000 scores, with logs at info; the limit is a node:http server that runs the same statement by name.',
  'sellers-list':
    'GET /api/sellers?limit=100 of 10,000 sellers, with logs at info; the limit is a node:http server that answers the page as json_agg makes it, with the same count, by one named statement a request.',
  'scores-list':
    'GET /api/sos/monthly?limit=100 of a month, with logs at info; the limit is a node:http server that answers the page as json_agg makes it of the keys of the page, with the same count, by one named statement a request.',
  search:
    'GET /api/sellers?search=… of 100,000 sellers, one connection; the limit is the first page of all of them from the same service. Terms of one or two letters have no trigram, so all names are read.',
  trivial:
    'GET /api/health, which asks no database: what the framework and the hooks of every request cost; the limit is a node:http server that answers a text of that form.',
}

export default {
  score,
  seller,
  enforcement,
  explanation,
  dashboard,
  'sellers-list': sellersList,
  'scores-list': scoresList,
  search,
  trivial,
}
