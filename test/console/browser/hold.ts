import pg from 'pg'
import type { Test } from 'tap'

/**
 * Keeps everybody from writing to a table until it is let go, as a long migration would. Reading goes on.
 * @returns lets go
 */
export async function holdTable(t: Test, DATABASE_URL: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(DATABASE_URL)
  client.on('error', () => {}) // the database may be dropped before the client has ended
  await client.connect()
  let held: Promise<unknown> | null = client.query(`begin; lock table ${table} in share mode`)
  await held
  async function release() {
    if (!held) return
    held = null
    await client.end()
  }
  t.teardown(release)
  return release
}
