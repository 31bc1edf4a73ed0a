import type { Check } from '../../../src/transparency/check.ts'
import type { Checkpoint } from '../../../src/transparency/log/checkpoint.ts'
import { isSigned } from '../../../src/transparency/log/ed25519.ts'
import { parseVerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import { certificateVerifier } from '../../../src/transparency/verify.ts'

/** What a thread verifies, by which verifier keys and under which engine. */
export interface VerifyInput {
  certificate: unknown
  keys: string[]
  engine: string
}

/** What was checked, and where the certificate says that it stands; or why it is none. */
export type VerifyOutput =
  | { problem: string }
  | { checks: Check[]; index: number | null; checkpoint: Checkpoint | null }

/** Runs in a thread: all checks of a certificate that need nothing but itself. */
export default function verifyTask({ certificate, keys, engine }: VerifyInput): VerifyOutput {
  try {
    const verify = certificateVerifier({ keys: keys.map(parseVerifierKey), engine, isSigned })
    const { checks, proof, checkpoint } = verify(certificate)
    return { checks, index: proof?.index ?? null, checkpoint }
  } catch (error) {
    if (error instanceof RangeError) return { problem: error.message }
    throw error
  }
}
