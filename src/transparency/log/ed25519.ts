import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { fromBase64, utf8 } from '../bytes.ts'
import { formatNote, type IsSigned, type NoteSignature } from './note.ts'
import { type VerifierKey, verifierKey } from './verifier-key.ts'

/** Signs notes under a name. */
export type Signer = { key: VerifierKey; sign(text: string): NoteSignature }

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
  const key = verifierKey(name, Buffer.from(x, 'base64url'))
  return { key, sign: (text) => ({ name, id: key.id, bytes: sign(null, utf8(text), privateKey) }) }
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

const publicKeyOf = (bytes: Uint8Array) => {
  const key = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') }
  return createPublicKey({ key, format: 'jwk' })
}
