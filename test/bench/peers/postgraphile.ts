import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { atEnd } from '../at-end.ts'

const VERSION = '5.1.5'

/** PostGraphile in a folder of its own, which stays for the next time: it is no dependency of the project. */
export async function installPostgraphile(): Promise<string> {
  const folder = join(tmpdir(), `sos-bench-postgraphile-${VERSION}`)
  if (existsSync(folder)) return folder
  console.log(`installing PostGraphile ${VERSION} …`)
  const unfinished = `${folder}.${process.pid}`
  atEnd(() => rm(unfinished, { recursive: true, force: true }))
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'package.json'), '{"private":true,"type":"module"}')
  const wanted = ['install', '--no-audit', '--no-fund', '--save-exact', `postgraphile@${VERSION}`]
  execFileSync('npm', wanted, { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] })
  await rename(unfinished, folder)
  return folder
}

/** What it needs of a database to know how rows belong together, and to sort and filter by an index. */
const KEYS = `
  comment on table monthly_scores is E'@foreignKey (seller_id) references sellers (id)\\n@foreignKey (am_id) references account_managers (id)';
  alter table sellers add constraint sellers_by_code unique using index sellers_seller_code_key;
  create index on monthly_scores (period, seller_id);
  vacuum analyze monthly_scores`

/** Gives a copy of a dataset the keys. */
export async function addKeys(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of KEYS.split(';\n')) await client.query(statement)
  await client.end()
}

export interface Peer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** PostGraphile on a database, as a process of its own. It ends with the scenario. */
export async function startPostgraphile(folder: string, databaseUrl: string): Promise<Peer> {
  const child = fork(new URL('postgraphile-process.ts', import.meta.url), [folder, databaseUrl], {
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
  })
  atEnd(() => child.kill())
  const [port] = (await once(child, 'message')) as [number]
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop }
}

/** The path of a query; all are sent by GET, as ours are. */
export const pathOf = (query: string) =>
  `/graphql?query=${encodeURIComponent(query.replaceAll(/\s+/g, ' ').trim())}`
