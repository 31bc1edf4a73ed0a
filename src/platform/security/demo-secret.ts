import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { stateOf } from '../database/statements/service-state.ts'

/** A secret of demo mode: made by the first process that asks for it, shared by all that use the database. */
export async function sharedSecret(db: Database, name: string, make = randomText): Promise<string> {
  const secret = JSON.stringify(make())
  await db.rows(`insert into service_state (key, value) values ($1, $2::jsonb) on conflict do nothing`, [
    name,
    secret,
  ])
  return (await stateOf<string>(db, name)) as string
}

const randomText = () => randomBytes(48).toString('base64url')
