import type { Database } from '../database/database.ts'
import { databaseOf, serverIdentity } from '../database/server-identity.ts'

const KEY = 'database of the queue'

/**
 * Begins jobs at once that wait for the death of a process, when the database was restored since a worker last
 * started: all processes of before are gone from it. Of several workers that start together one does it.
 */
export async function hurryAfterRestore(db: Database, names: string[]): Promise<void> {
  const identity = await serverIdentity(db)
  if (identity === null) return
  const here = JSON.stringify(databaseOf(identity))
  await db.transaction(async (tx) => {
    await tx.run`insert into service_state (key, value) values (${KEY}, ${here}::jsonb) on conflict do nothing`
    const moved = await tx.run`
      update service_state set value = ${here}::jsonb, updated_at = now()
      where key = ${KEY} and value <> ${here}::jsonb`
    if (moved === 1)
      await tx.run(
        `update ${db.queueSchema}.job set start_after = now()
         where name = any($1::text[]) and state < 'active' and start_after > now()`,
        [names],
      )
  })
}
