import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Role } from '../../src/platform/access/roles.ts'
import { sqlOver } from '../../src/platform/database/statements/sql.ts'
import { createTestDatabase } from '../setup/database.ts'
import { explanationTexts } from '../setup/explanations.ts'

const FIXTURE = new URL('../fixtures/release-0.1.0/', import.meta.url)
/** Where the subscriptions of the dump post to. */
const RECEIVER = 'http://127.0.0.1:4000'

/** What people and machines kept of the old release: what they log in with, and what they were answered. */
export interface Known {
  made_at: string
  webhook_secret_key: string
  root: { username: string; email: string; password: string }
  others: { usernames: Role[]; password: string }
  closed_account: string
  refresh_tokens: { unused: string; next: string; used: string; logged_out: string }
  api_keys: { user_id: number; active: string; revoked: string }
  subscriptions: Record<'delivered' | 'busy', { id: number; secret: string }>
  idempotent: { as: Role; key: string; path: string; body: object; answer: object }[]
  queued_run: number
  october: { period: string; results: object[] }
}

/** What the old release answered a user of that role. */
export interface OldAnswer {
  as: Role
  path: string
  answer: unknown
}

/**
 * The database of release 0.1.0, loaded and not yet migrated. Its subscriptions post to `receiver`, an origin such
 * as http://127.0.0.1:4000.
 */
export async function oldDatabase(t: Parameters<typeof createTestDatabase>[0], receiver = RECEIVER) {
  const DATABASE_URL = await createTestDatabase(t, { empty: true })
  const read = async (name: string) =>
    (await readFile(new URL(name, FIXTURE), 'utf8')).replaceAll(RECEIVER, receiver)
  const known: Known = JSON.parse(await read('known.json'))
  const lines = (await read('answers.ndjson')).trim().split('\n')
  const answers = lines.map((line): OldAnswer => JSON.parse(line))
  const dump = await read('database.sql')
  await connected(DATABASE_URL, async (client) => {
    await client.query(dump)
    await client.query('reset search_path')
  })
  return {
    DATABASE_URL,
    known,
    answers,
    settings: { DATABASE_URL, WEBHOOK_SECRET_KEY: known.webhook_secret_key },
  }
}

/** Moves what lasts for a time only, such as sessions, as if the dump were made just now. */
export const asIfMadeNow = (DATABASE_URL: string, { made_at }: Known) =>
  connected(DATABASE_URL, async (client) => {
    const { rows } = await client.query('select (now() - $1::timestamptz)::text as age', [made_at])
    for (const [table, column] of LASTING)
      await client.query(`update ${table} set ${column} = ${column} + $1::interval`, [rows[0].age])
  })

const LASTING = [
  ['sessions', 'expires_at'],
  ['idempotency_keys', 'created_at'],
  ['appeals', 'expires_at'],
  ['pgboss.job', 'keep_until'],
]

/** Uses one connection, and closes it. */
export async function connected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Explanations as text, by seller, period and revision. */
export async function explanationsIn(DATABASE_URL: string): Promise<Record<string, string>> {
  const rows = await connected(DATABASE_URL, (client) =>
    explanationTexts(sqlOver((config) => client.query(config))),
  )
  return Object.fromEntries(
    rows.map(({ seller_id, period, revision, text }) => [`${seller_id} ${period} ${revision}`, text]),
  )
}

/**
 * What is left of today's answer when it keeps the fields of the old one only: an answer may gain fields, and must
 * not lose or change any.
 */
export function asBefore(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before))
    return now.map((item, place) => (place in before ? asBefore(item, before[place]) : item))
  if (isObject(now) && isObject(before))
    return Object.fromEntries(
      Object.entries(now).flatMap(([name, value]) =>
        name in before ? [[name, asBefore(value, before[name])]] : [],
      ),
    )
  return now
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
