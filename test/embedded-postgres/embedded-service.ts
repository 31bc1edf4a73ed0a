import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startService } from '../setup/service.ts'
import { throwAwayFolder } from './throw-away.ts'

type Test = Parameters<typeof throwAwayFolder>[0]

/** A process of the service with a PostgreSQL of its own, once it listens. */
export async function startEmbeddedService(t: Test, settings: Record<string, string> = {}) {
  const DATA_DIR = await throwAwayFolder(t)
  const service = startService(t, { DATA_DIR, PORT: String(await freePort()), ...settings })
  await service.until('Server listening')
  return { ...service, dataDir: DATA_DIR }
}

/** How the embedded server of a data folder is reached. */
export async function connectionOf(dataDir: string): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres/password'), 'utf8')
  const lines = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')
  return `postgresql://postgres:${password}@127.0.0.1:${lines[3]}/sos`
}
