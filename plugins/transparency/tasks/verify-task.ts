import { certificateVerifier, type Verified, type VerifierOptions } from '../../../src/transparency/verify.ts'

/** Runs in a thread: all checks of a certificate that need nothing but itself, or why it is none. */
export default function verifyTask({
  certificate,
  ...options
}: VerifierOptions & { certificate: unknown }): Verified | { problem: string } {
  try {
    return certificateVerifier(options)(certificate)
  } catch (error) {
    if (error instanceof RangeError) return { problem: error.message }
    throw error
  }
}
