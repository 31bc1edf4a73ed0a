import { createHash } from 'node:crypto'
import { concat } from '../bytes.ts'

/** The length of every hash of a log, in bytes. */
export const HASH_BYTES = 32

export const sha256Bytes = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** sha256(0x00 ‖ data): the hash of a leaf (RFC 9162, section 2.1.1). */
export const leafHash = (data: Uint8Array): Uint8Array => sha256Bytes(concat(LEAF, data))

/** sha256(0x01 ‖ left ‖ right): the hash over two subtrees. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256Bytes(concat(NODE, left, right))

/** The root of a log without leaves: sha256 of nothing. */
export const EMPTY_ROOT: Uint8Array = sha256Bytes(new Uint8Array())
