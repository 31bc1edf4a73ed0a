import type { Sql } from '../../src/platform/database/database.ts'
import { checkpointText } from '../../src/transparency/log/checkpoint.ts'
import { type Signer, signNote } from '../../src/transparency/log/ed25519.ts'
import { parseNote } from '../../src/transparency/log/note.ts'

/** A signed head of the log: `note` is a C2SP signed note. */
export interface StoredCheckpoint {
  id: number
  size: number
  note: string
  created_at: string
}

/** What the log is at a size. */
export interface Head {
  origin: string
  size: number
  root: Uint8Array
}

/** The newest checkpoint; undefined while there is none. */
export const newestCheckpoint = (db: Sql) =>
  db.row<StoredCheckpoint>(
    'select id, size, note, created_at from log_checkpoints order by size desc, id desc limit 1',
    [],
    'log-checkpoint',
  )

/** Signs a head and keeps it. Answers the note. */
export async function addCheckpoint(tx: Sql, head: Head, signers: readonly Signer[]): Promise<string> {
  const { origin, size, root } = head
  const note = signNote(checkpointText({ origin, size, root, extensions: [] }), signers)
  await tx.run`insert into log_checkpoints (size, note) values (${size}, ${note})`
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
