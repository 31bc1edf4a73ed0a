import type { LogName } from '../../../src/domain/transparency/logs.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { Question } from '../../../src/platform/metrics/database-values.ts'

/** The size that a witness has signed last; 0 when it has signed none. */
export async function lastCosigned(db: Sql, log: LogName, witness: string): Promise<number> {
  const { size } = await db.one<{ size: number }>(
    'select coalesce(max(size), 0) as size from log_cosignatures where log = $1 and witness = $2',
    [log, witness],
    'last-cosigned',
  )
  return size
}

/** Keeps what a witness has signed; the first signature of a size stays. */
export const keepCosignature = (
  db: Sql,
  { log, size, witness, line }: { log: LogName; size: number; witness: string; line: string },
) =>
  db.run(
    'insert into log_cosignatures (log, size, witness, line) values ($1, $2, $3, $4) on conflict do nothing',
    [log, size, witness, line],
  )

/** How far witnesses have signed. */
export const WITNESS_QUESTIONS: Question[] = [
  {
    name: 'sos_log_cosigned_leaves',
    help: 'Leaves of the log at the newest head that a witness has signed: a witness that stays behind sos_log_leaves does not answer, or refuses',
    type: 'gauge',
    labels: ['log', 'witness'],
    sql: `select array[log, witness] as labels, max(size) as value from log_cosignatures group by log, witness`,
  },
]
