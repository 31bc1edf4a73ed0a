import type { LogName } from '../../src/domain/transparency/logs.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { checkpointText } from '../../src/transparency/log/checkpoint.ts'
import { type Signer, signNote } from '../../src/transparency/log/ed25519.ts'
import { parseNote } from '../../src/transparency/log/note.ts'

/** A signed head of a log: `note` is a C2SP signed note, with the lines of the witnesses that have signed it, too. */
export interface StoredCheckpoint {
  id: number
  size: number
  note: string
  created_at: string
}

/** What a log is at a size. */
export interface Head {
  log: LogName
  origin: string
  size: number
  root: Uint8Array
}

/** The newest checkpoint of a log; undefined while there is none. */
export const newestCheckpoint = (db: Sql, log: LogName) =>
  db.row<StoredCheckpoint>(
    `select id, size, created_at,
            note || coalesce((select string_agg(line, '' order by witness) from log_cosignatures s
                              where s.log = c.log and s.size = c.size), '') as note
     from log_checkpoints c where log = $1 order by size desc, id desc limit 1`,
    [log],
    'log-checkpoint-cosigned',
  )

/** Signs a head and keeps it. Answers the note. */
export async function addCheckpoint(tx: Sql, head: Head, signers: readonly Signer[]): Promise<string> {
  const { log, origin, size, root } = head
  const note = signNote(checkpointText({ origin, size, root, extensions: [] }), signers)
  await tx.run`insert into log_checkpoints (log, size, note) values (${log}, ${size}, ${note})`
  return note
}

/** Whether a checkpoint is of this size, and by all of these. */
export function isSignedBy(
  checkpoint: StoredCheckpoint | undefined,
  size: number,
  signers: readonly Signer[],
): boolean {
  if (checkpoint?.size !== size) return false
  const signed = new Set(parseNote(checkpoint.note).signatures.map(({ name, id }) => `${name}+${id}`))
  return signers.every(({ key: { name, id } }) => signed.has(`${name}+${id}`))
}
