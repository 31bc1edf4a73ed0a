import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'

/** A secret of demo mode: made by the first process that asks for it, shared by all that use the database. */
export async function sharedSecret(db: Database, name: string, make = randomText): Promise<string> {
  const secret = JSON.stringify(make())
  await db.rows(`insert into service_state (key, value) values ($1, $2::jsonb) on conflict do nothing`, [
    name,
    secret,
  ])
  const row = await db.row<{ value: string }>(`select value from service_state where key = $1`, [name])
  return row?.value as string
}

const randomText = () => randomBytes(48).toString('base64url')
