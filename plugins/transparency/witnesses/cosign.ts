import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../../src/platform/database/database.ts'
import { toBase64 } from '../../../src/transparency/bytes.ts'
import { consistencyProof } from '../../../src/transparency/log/merkle.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import { readCount } from '../../../src/transparency/log/read-count.ts'
import { consistencyRanges } from '../../../src/transparency/log/subtrees.ts'
import { newestCheckpoint, type StoredCheckpoint } from '../checkpoints.ts'
import { readRanges } from '../nodes.ts'
import type { AskWitness, WitnessAnswer } from './ask.ts'
import { cosignatureIn } from './cosignature.ts'
import { type failureLog, WitnessFailure } from './failures.ts'
import { keepCosignature, lastCosigned } from './queries.ts'
import type { Witness } from './settings.ts'

/** What asking witnesses needs. */
export interface Asking {
  witnesses: readonly Witness[]
  ask: AskWitness
  failures: ReturnType<typeof failureLog>
}

/**
 * Asks all witnesses that have not signed the newest head of the log of scores, at once, and keeps what they sign.
 * @returns how many have not signed it
 */
export async function cosignNewest(
  { db, clock }: Pick<FastifyInstance, 'db' | 'clock'>,
  { witnesses, ask, failures }: Asking,
  signal: AbortSignal,
): Promise<number> {
  const checkpoint = await newestCheckpoint(db, 'scores')
  if (!checkpoint) return 0
  const results = await Promise.all(
    witnesses.map(async ({ url, key }) => {
      const witness = `${key.name}+${key.id}`
      const old = await lastCosigned(db, 'scores', witness)
      if (old === checkpoint.size) return true
      try {
        const answer = await submit(db, checkpoint, old, (body) => ask({ url, key }, body, signal))
        const line = cosignatureIn(answer, parseNote(checkpoint.note).text, key, clock.now())
        await keepCosignature(db, { log: 'scores', size: checkpoint.size, witness, line })
        failures.signed(witness)
        return true
      } catch (error) {
        if (!(error instanceof WitnessFailure)) throw error
        failures.failed(witness, error)
        return false
      }
    }),
  )
  return results.filter((signed) => !signed).length
}

/**
 * Submits a head from the size that the witness has signed last, and once more from the size that it answers when that
 * is another (c2sp.org/tlog-witness). Answers the text of its signatures.
 */
async function submit(
  db: Sql,
  checkpoint: StoredCheckpoint,
  old: number,
  ask: (body: string) => Promise<WitnessAnswer>,
): Promise<string> {
  const first = await ask(await bodyFrom(db, old, checkpoint))
  if (first.status !== 409) return signaturesOf(first)
  const known = sizeIn(first)
  if (known > checkpoint.size)
    throw new WitnessFailure(
      'ahead',
      `it has signed ${known} leaves, and the log here has ${checkpoint.size}`,
    )
  const again = await ask(await bodyFrom(db, known, checkpoint))
  if (again.status === 409 && known === checkpoint.size)
    throw new WitnessFailure('other_log', `it has signed another log of ${known} leaves under this name`)
  return signaturesOf(again)
}

async function bodyFrom(db: Sql, old: number, { size, note }: StoredCheckpoint): Promise<string> {
  if (old > size)
    throw new WitnessFailure('ahead', `it has signed ${old} leaves, and the newest head here is of ${size}`)
  const hashOf = await readRanges(db, 'scores', consistencyRanges(old, size))
  const proof = consistencyProof(old, size, hashOf).map((hash) => `${toBase64(hash)}\n`)
  return `old ${old}\n${proof.join('')}\n${note}`
}

function signaturesOf({ status, text }: WitnessAnswer): string {
  if (status === 200) return text
  if (status === 422)
    throw new WitnessFailure(
      'other_log',
      'it answers 422: the log here does not begin with the one it has signed',
    )
  throw new WitnessFailure('refused', `it answers ${status}${MEANS[status] ?? ''}`)
}

const MEANS: { [status: number]: string } = {
  403: ': it does not trust the key that signs here',
  404: ': it does not know LOG_ORIGIN',
}

/** The size in the answer of a witness that has signed another one last. */
function sizeIn({ type, text }: WitnessAnswer): number {
  const size = type.startsWith('text/x.tlog.size') ? readCount(text.replace(/\n$/, '')) : undefined
  if (size === undefined)
    throw new WitnessFailure('unreadable', 'it answers 409 without the size that it has signed')
  return size
}
