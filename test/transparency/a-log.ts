import { createHash, createPrivateKey } from 'node:crypto'
import {
  append,
  consistencyRanges,
  type HashOf,
  hashesRead,
  inclusionRanges,
  leafHash,
  rangeHash,
} from '../../src/transparency/log/merkle.ts'
import { readSigner, type Signer } from '../../src/transparency/log/note.ts'

/** The bytes of hex. */
export const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

/** The leaves of the reference tree of Certificate Transparency, which RFC 6962's implementations share. */
export const REFERENCE_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(bytes)

/** A log of leaves: its nodes, and the same found by their place. */
export function aLog(leaves: readonly Uint8Array[]) {
  const { nodes } = append(0, hashesRead([]), leaves.map(leafHash))
  return { nodes, hashOf: hashesRead(nodes) }
}

/** The inclusion proof of a leaf, from its sibling up. */
export const inclusionProof = (index: number, size: number, hashOf: HashOf): Uint8Array[] =>
  inclusionRanges(index, size).map((range) => rangeHash(range, hashOf))

/** The proof that the log of `from` leaves is the beginning of that of `to`. */
export const consistencyProof = (from: number, to: number, hashOf: HashOf): Uint8Array[] =>
  consistencyRanges(from, to).map((range) => rangeHash(range, hashOf))

/** So many leaves, each with bytes of its own. */
export const someLeaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => new TextEncoder().encode(`leaf ${index}`))

/** A signer whose key comes from 32 bytes: the same signatures each time. */
export function aSigner(name: string, seed: Uint8Array | string = name): Signer {
  const secret = typeof seed === 'string' ? createHash('sha256').update(seed).digest() : Buffer.from(seed)
  return readSigner(name, pkcs8Of(secret))
}

/** A private key of 32 bytes as LOG_SIGNING_KEY has it. */
export const pkcs8Of = (secret: Uint8Array): string =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  })
    .export({ format: 'der', type: 'pkcs8' })
    .toString('base64')
