import type { Database } from '../database/database.ts'
import { clusterOf, serverIdentity } from '../database/server-identity.ts'

const KEY = 'server of the queue'

/**
 * Begins jobs at once that wait for the death of a process, when the database was restored into another server since a
 * worker last started: all processes of before are gone from it. Of several workers that start together one does it.
 */
export async function hurryAfterRestore(db: Database, names: string[]): Promise<void> {
  const identity = await serverIdentity(db)
  if (identity === null) return
  const cluster = JSON.stringify(clusterOf(identity))
  await db.transaction(async (tx) => {
    await tx.run`insert into service_state (key, value) values (${KEY}, ${cluster}::jsonb) on conflict do nothing`
    const moved = await tx.run`
      update service_state set value = ${cluster}::jsonb, updated_at = now()
      where key = ${KEY} and value <> ${cluster}::jsonb`
    if (moved === 1)
      await tx.run`
        update pgboss.job set start_after = now()
        where name = any(${names}::text[]) and state < 'active' and start_after > now()`
  })
}
