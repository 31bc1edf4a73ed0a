import { bareServer } from './bare.ts'
import type { Dataset } from './datasets.ts'
import { loadProcess } from './load.ts'
import { alternate, beside, type Figure, type Target } from './scenario.ts'
import { databaseOf } from './server.ts'
import { serviceOn } from './service.ts'

const SECONDS = 2

/** A list that is asked for in turns with the bare listener, or with another path of ours. */
export interface Asked {
  what: string
  path: string
  /** Of ours; without one the same path of the bare listener is the limit. */
  limit?: { what: string; path: string }
  /** ms: how long an answer takes, the median of a round */
  unit: 'requests/s' | 'ms'
  connections: number
  targets: Target[]
}

/** A service and the bare listener `bare/lists.ts` on one database. */
export async function listsOf(dataset: Dataset) {
  const databaseUrl = await databaseOf(dataset)
  const { url, headers, pid } = await serviceOn(databaseUrl)
  const bareUrl = await bareServer(new URL('bare/lists.ts', import.meta.url), databaseUrl)
  const load = loadProcess()

  async function measure(rounds: number, asked: Asked[]): Promise<Figure[]> {
    const figures: Figure[] = []
    for (const { what, path, limit, unit, connections, targets } of asked) {
      const ask = (base: string, path: string) => async () => {
        const asked = { url: base, paths: [path], headers, connections, seconds: SECONDS }
        const { perSecond, p50 } = await load(asked)
        return unit === 'ms' ? p50 : perSecond
      }
      if (!limit) await requireTotal(path)
      const ofLimit = limit ? ask(url, limit.path) : ask(bareUrl, path)
      const values = await alternate(rounds, ask(url, path), ofLimit)
      const most = connections === 1 ? 'one connection' : `${connections} connections`
      const limitIs = limit?.what ?? 'bare statement'
      figures.push(beside(`${what}, ${most}`, unit, values, limitIs, ...targets))
    }
    return figures
  }

  /** @throws when ours has another total or other rows than the bare listener */
  async function requireTotal(path: string) {
    const [ours, bare] = await Promise.all(
      [url, bareUrl].map(async (base) => {
        const answer = await fetch(base + path, { headers })
        const { total, data } = (await answer.json()) as { total: number; data: { id: number }[] }
        return JSON.stringify({ total: Number(total), ids: data.map(({ id }) => id) })
      }),
    )
    if (ours !== bare) throw new Error(`${path} is ${ours}, but bare ${bare}`)
  }

  return { measure, pid, databaseUrl }
}
