/** The package seller-operating-score-verify: everything runs on the texts it is given, and asks nobody. */
import { parseVerifierKey } from '../transparency/log/note.ts'
import { certificateVerifier, type Verified } from '../transparency/verify.ts'
import { engineHere } from './engine.ts'

export { type Certificate, parseCertificate } from '../transparency/certificate.ts'
export type { Check } from '../transparency/check.ts'
export type { Checkpoint, ConsistencyProof, TlogProof } from '../transparency/log/checkpoint.ts'
export { consistencyCheck, openCheckpoint, parseConsistencyProof } from '../transparency/log/checkpoint.ts'
export { verifyConsistency, verifyInclusion } from '../transparency/log/merkle.ts'
export { isSigned, parseVerifierKey, type VerifierKey } from '../transparency/log/note.ts'
export type { Statement } from '../transparency/statement.ts'
export type { Verified } from '../transparency/verify.ts'

/**
 * Verifies certificates by the log's keys, each written name+id+base64 as `GET /api/transparency/key` answers them. Get
 * the key from somewhere else than the certificate.
 * @example
 * const verify = verifier(['sos.example/scores+1a2b3c4d+AT…'])
 * const { valid, checks } = verify(JSON.parse(await readFile('certificate.json', 'utf8')))
 * @throws RangeError when a key is none; what is answered throws one for a value that is no certificate
 */
export function verifier(keys: readonly string[]): (certificate: unknown) => Verified {
  const verify = certificateVerifier({ keys: keys.map(parseVerifierKey), engine: engineHere() })
  return (certificate) => verify(certificate)
}

/** The name of the engine that this package recomputes scores with. */
export const engine: string = engineHere()
