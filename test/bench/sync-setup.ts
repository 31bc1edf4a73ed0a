import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'

/** A listening service on a database of its own, with a user who may push and 200 sellers, and how to end it. */
export async function listeningService() {
  const { settings, drop } = await emptyDatabase()
  const app = await buildApp(
    readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      DEMO_DATA: 'off',
      ...settings,
    }),
  )
  await app.db.pool.query(`
    insert into users (username, full_name, role) values ('pusher', 'Pusher', 'system');
    insert into warehouses (code, name) values ('WH-1', 'One'), ('WH-2', 'Two'), ('WH-3', 'Three');
    insert into sellers (seller_code, company_name) select 'S-' || n, 'Seller ' || n from generate_series(1, 200) n;
    analyze sellers, warehouses`)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const end = async () => {
    await app.close()
    await drop()
  }
  return { app, url, connectionString: app.db.connectionString, headers: { 'x-user-id': '1' }, end }
}

/** On the server that TEST_DATABASE_URL names, else on an embedded one in a folder of its own. */
async function emptyDatabase() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const folder = await mkdtemp(join(tmpdir(), 'sos-bench-'))
    return {
      settings: { DATA_DIR: join(folder, 'data') },
      drop: () => rm(folder, { recursive: true, force: true }),
    }
  }
  const name = `bench_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template template0`)
  const DATABASE_URL = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return { settings: { DATABASE_URL }, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

async function onServer(server: string, statement: string) {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}

export const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number
