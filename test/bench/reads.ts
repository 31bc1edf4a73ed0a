import { bareServer } from './bare.ts'
import type { Dataset } from './datasets.ts'
import { type Load, loadProcess } from './load.ts'
import { alternate, beside, type Figure, type Target } from './scenario.ts'
import { databaseOf } from './server.ts'
import { serviceOn } from './service.ts'

const SECONDS = 2

interface Read {
  dataset: Dataset
  /** The name of the bare listener in `bare/`, and what it is in words. */
  bare: [name: string, what: string]
  paths: string[]
  /** By the number of connections. */
  targets: Record<number, Target[]>
  /** Runs on the database before the service starts. */
  prepare?: (databaseUrl: string) => Promise<unknown>
}

/** Paths of so many sellers of a dataset, or of each that comes `step` after another, from the code of one. */
export const pathsOf = (sellers: number, path: (seller_code: string) => string, step = 1) =>
  Array.from({ length: sellers }, (_, n) => path(`S-${String(1 + n * step).padStart(6, '0')}`))

/** Measures reads of one thing, with logs at info, in turns with a bare listener; both must answer the first paths alike. */
export async function measureReads(rounds: number, { dataset, bare, paths, targets, prepare }: Read) {
  const databaseUrl = await databaseOf(dataset)
  await prepare?.(databaseUrl)
  const { url, headers } = await serviceOn(databaseUrl)
  const [name, what] = bare
  const bareUrl = await bareServer(new URL(`bare/${name}.ts`, import.meta.url), databaseUrl)
  for (const path of paths.slice(0, 20)) await requireAnswer(path, url, bareUrl, headers)
  const load = loadProcess()
  const figures: Figure[] = []
  for (const [connections, wanted] of Object.entries(targets)) {
    const ask = async (url: string) => {
      const asked: Load = { url, paths, headers, connections: Number(connections), seconds: SECONDS }
      return (await load(asked)).perSecond
    }
    const values = await alternate(
      rounds,
      () => ask(url),
      () => ask(bareUrl),
    )
    const by = connections === '1' ? 'one connection' : `${connections} connections`
    figures.push(beside(by, 'requests/s', values, what, ...wanted))
  }
  return figures
}

/** @throws when ours lacks a field that the bare listener answers, or has it otherwise */
async function requireAnswer(path: string, url: string, bareUrl: string, headers: Record<string, string>) {
  const [ours, bare] = await Promise.all(
    [url, bareUrl].map(async (base) => {
      const answer = await fetch(base + path, { headers })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }),
  )
  for (const [field, value] of Object.entries(bare?.body ?? {}))
    if (ours?.status !== 200 || JSON.stringify(ours.body[field]) !== JSON.stringify(value))
      throw new Error(`${path} is ${JSON.stringify(ours)}, but bare ${JSON.stringify(bare)}`)
}
