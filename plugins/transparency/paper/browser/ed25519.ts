import { sameBytes } from '../../../../src/transparency/bytes.ts'
import { type IsSigned, parseNote, questionsOf } from '../../../../src/transparency/log/note.ts'
import { parseTlogProof } from '../../../../src/transparency/log/tlog-proof.ts'
import type { VerifierKey } from '../../../../src/transparency/log/verifier-key.ts'

/** What verifies signatures in this browser; null where it knows no Ed25519. */
export type Answers = IsSigned | null

/**
 * A browser verifies later, and the checks ask at once: so all questions of a certificate's proof are answered before.
 * A proof that can't be read has none, and fails a check of its own.
 */
export async function answersFor(proof: string, keys: readonly VerifierKey[]): Promise<Answers> {
  if (!(await knowsEd25519())) return null
  const answered: { message: Uint8Array; signature: Uint8Array; key: Uint8Array }[] = []
  for (const { key, message, signature } of questions(proof, keys)) {
    const isSigned = await holds(key.public_key, message, signature)
    if (isSigned) answered.push({ message, signature, key: key.public_key })
  }
  return (key, message, signature) =>
    answered.some(
      (one) =>
        sameBytes(one.key, key) && sameBytes(one.message, message) && sameBytes(one.signature, signature),
    )
}

function questions(proof: string, keys: readonly VerifierKey[]) {
  try {
    return questionsOf(parseNote(parseTlogProof(proof).checkpoint), keys)
  } catch {
    return []
  }
}

// The base point of the curve: every browser that knows Ed25519 takes it as a key.
const SOME_KEY = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 0x58 : 0x66))

const knowsEd25519 = async () => (await imported(SOME_KEY)) !== null

async function holds(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const imports = await imported(key)
  if (!imports) return false
  return crypto.subtle.verify('Ed25519', imports, copy(signature), copy(message)).catch(() => false)
}

/** null where the key is none, the browser knows no Ed25519, or the page has no Web Crypto. */
async function imported(key: Uint8Array) {
  try {
    return await crypto.subtle.importKey('raw', copy(key), 'Ed25519', false, ['verify'])
  } catch {
    return null
  }
}

const copy = (bytes: Uint8Array) => Uint8Array.from(bytes)
