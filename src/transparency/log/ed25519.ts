import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { concat, fromBase64, fromHex, utf8 } from '../bytes.ts'
import { formatNote, type IsSigned, type NoteSignature } from './note.ts'
import { type VerifierKey, verifierKey } from './verifier-key.ts'

/** Signs notes under a name. */
export type Signer = { key: VerifierKey; sign(text: string): NoteSignature }

/** What stands before the 32 bytes of a public key in its SPKI form (RFC 8410). */
const SPKI = fromHex('302a300506032b6570032100') as Uint8Array

/** Whether bytes are the Ed25519 signature of a message. */
export const isSigned: IsSigned = (publicKey, message, signature) => {
  try {
    return verify(null, message, publicKeyOf(publicKey), signature)
  } catch {
    return false // bytes that are no key
  }
}

/**
 * Reads a signing key: PKCS #8 as base64, as `openssl genpkey -algorithm ed25519 -outform DER | base64` writes it.
 * @throws RangeError when it is none
 */
export function readSigner(name: string, pkcs8: string): Signer {
  const privateKey = readPrivateKey(pkcs8)
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const key = verifierKey(name, new Uint8Array(Buffer.from(x, 'base64url')))
  return {
    key,
    sign: (text) => ({ name, id: key.id, bytes: new Uint8Array(sign(null, utf8(text), privateKey)) }),
  }
}

/** The note of a text, signed by each signer. */
export const signNote = (text: string, signers: readonly Signer[]): string =>
  formatNote({ text, signatures: signers.map((signer) => signer.sign(text)) })

function readPrivateKey(pkcs8: string): KeyObject {
  const der = fromBase64(pkcs8.replace(/\s/g, ''))
  try {
    const key = createPrivateKey({ key: Buffer.from(der ?? []), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // said below
  }
  throw new RangeError('a signing key is an Ed25519 private key: PKCS #8, as base64')
}

const publicKeyOf = (bytes: Uint8Array) =>
  createPublicKey({ key: Buffer.from(concat(SPKI, bytes)), format: 'der', type: 'spki' })
