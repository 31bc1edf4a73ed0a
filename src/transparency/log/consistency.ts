import { type Check, check, readJson } from '../check.ts'
import type { Checkpoint } from './checkpoint.ts'
import { verifyConsistency } from './merkle.ts'
import { readHash } from './tlog-proof.ts'

/** That a log of `from` leaves is the beginning of one of `to`; the hashes as base64. */
export type ConsistencyProof = { from: number; to: number; proof: string[] }

const MOST_HASHES = 120

/** The proof that a JSON text holds. @throws RangeError that says why it holds none */
export function parseConsistencyProof(json: string): ConsistencyProof {
  const { from, to, proof } = (readJson(json) ?? {}) as Partial<ConsistencyProof>
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || !Array.isArray(proof))
    throw new RangeError('a consistency proof is JSON with from, to and proof')
  if (proof.length > MOST_HASHES || !proof.every((hash) => typeof hash === 'string'))
    throw new RangeError('proof must be a list of sha256 as base64')
  proof.forEach(readHash)
  return { from: from as number, to: to as number, proof }
}

/**
 * Checks that a kept checkpoint and a present one are of one log: the smaller is the beginning of the larger. Both have
 * been opened. Equal sizes need no proof.
 */
export function consistencyCheck(kept: Checkpoint, now: Checkpoint, proof: ConsistencyProof | null): Check {
  return check('consistent', 'The log is not the one of the kept checkpoint', () => {
    if (kept.origin !== now.origin) throw new RangeError(`its origin was ${kept.origin} and is ${now.origin}`)
    const [old, young] = kept.size <= now.size ? [kept, now] : [now, kept]
    if (old.size !== young.size) requireSizes(old, young, proof)
    const hashes = old.size === young.size ? [] : (proof?.proof.map(readHash) ?? [])
    if (!verifyConsistency(old.size, young.size, old.root, young.root, hashes))
      throw new RangeError(
        `the first ${old.size} leaves of the log of ${young.size} are others, or the proof is not theirs`,
      )
    return `The log of ${old.size} is the beginning of the log of ${young.size}: nothing in it was changed or removed.`
  })
}

function requireSizes(old: Checkpoint, young: Checkpoint, proof: ConsistencyProof | null) {
  if (old.size === 0) return
  if (!proof) throw new RangeError(`a proof from ${old.size} to ${young.size} is needed`)
  if (proof.from !== old.size || proof.to !== young.size)
    throw new RangeError(
      `the proof is from ${proof.from} to ${proof.to}, and one from ${old.size} to ${young.size} is needed`,
    )
}
