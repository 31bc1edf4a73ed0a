import type { Check } from '../../../src/transparency/check.ts'
import type { Checkpoint } from '../../../src/transparency/log/checkpoint.ts'
import { certificateVerifier, type VerifierOptions } from '../../../src/transparency/verify.ts'

/** What was checked, and where the certificate says that it stands; or why it is none. */
type Found = { problem: string } | { checks: Check[]; index: number | null; checkpoint: Checkpoint | null }

/** Runs in a thread: all checks of a certificate that need nothing but itself. */
export default function verifyTask({
  certificate,
  ...options
}: VerifierOptions & { certificate: unknown }): Found {
  try {
    const { checks, proof, checkpoint } = certificateVerifier(options)(certificate)
    return { checks, index: proof?.index ?? null, checkpoint }
  } catch (error) {
    if (error instanceof RangeError) return { problem: error.message }
    throw error
  }
}
