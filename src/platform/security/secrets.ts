import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'
import type { Database } from '../database/database.ts'
import { stateOf } from '../database/statements/service-state.ts'

/** Keeps secrets that have to be read again: encrypted at rest, with a key from the environment. */
export type Encryption = ReturnType<typeof createEncryption>

declare module 'fastify' {
  interface FastifyInstance {
    encryption: Encryption
    /**
     * HMAC-SHA256 of a text in hex, by which secrets can be compared without being kept: who reads the database has
     * not the key, and so can't try guesses. Another JWT_SECRET makes other hashes.
     */
    keyedHash(text: string): string
  }
}

/** The key of keyed hashes is derived from the secret that signs access tokens. */
export const secrets = fp(
  async (app) => {
    const { JWT_SECRET, WEBHOOK_SECRET_KEY, WEBHOOK_SECRET_KEY_PREVIOUS } = app.env
    const signing = JWT_SECRET ?? (await sharedSecret(app.db, 'jwt_secret'))
    const key = Buffer.from(hkdfSync('sha256', signing, '', 'seller-operating-score keyed hash', 32))
    app.decorate('keyedHash', (text: string) => createHmac('sha256', key).update(text).digest('hex'))
    const secret = WEBHOOK_SECRET_KEY ?? (await sharedSecret(app.db, 'webhook_secret_key'))
    app.decorate('encryption', createEncryption(secret, WEBHOOK_SECRET_KEY_PREVIOUS))
  },
  { name: 'secrets', dependencies: ['database'] },
)

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with a secret of any length; decrypts what it or the previous one has encrypted. */
export function createEncryption(secret: string, previousSecret?: string) {
  const present = cipherOf(secret)
  const previous = previousSecret ? cipherOf(previousSecret) : present

  function isPresent(encrypted: string) {
    try {
      present.decrypt(encrypted)
      return true
    } catch {
      return false
    }
  }

  return {
    encrypt: present.encrypt,
    /** @throws Error when the text was changed, or encrypted with a key that is neither the present nor previous one */
    decrypt: (encrypted: string) => (isPresent(encrypted) ? present : previous).decrypt(encrypted),
    /** The text as the present key encrypts it: itself, where that is the case. @throws Error as decrypt does */
    renewed: (encrypted: string) =>
      isPresent(encrypted) ? encrypted : present.encrypt(previous.decrypt(encrypted)),
  }
}

/** AES-256-GCM with a key derived from a secret of any length, and a random nonce for each text. */
function cipherOf(secret: string) {
  // Every stored text depends on this label, so it never changes.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'seller-operating-score sealing', 32))
  return {
    encrypt(text: string) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const encrypted = Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return `${VERSION}.${encrypted.toString('base64url')}`
    },
    decrypt(encrypted: string) {
      const [version, encoded = ''] = encrypted.split('.')
      if (version !== VERSION)
        throw new Error('The encrypted text has a format that this release does not know.')
      const bytes = Buffer.from(encoded, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}

/** A secret of demo mode: made by the first process that asks for it, shared by all that use the database. */
export async function sharedSecret(db: Database, name: string, make = randomText): Promise<string> {
  await db.run`
    insert into service_state (key, value) values (${name}, ${JSON.stringify(make())}::jsonb) on conflict do nothing`
  return (await stateOf<string>(db, name)) as string
}

const randomText = () => randomBytes(48).toString('base64url')
