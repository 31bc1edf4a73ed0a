import { createHmac, hkdfSync } from 'node:crypto'
import fp from 'fastify-plugin'
import { sharedSecret } from './demo-secret.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * HMAC-SHA256 of a text in hex, by which secrets can be compared without being kept: who reads the database has
     * not the key, and so can't try guesses. Another JWT_SECRET makes other hashes.
     */
    keyedHash(text: string): string
  }
}

/** Its key is derived from the secret that signs access tokens. */
export const keyedHash = fp(
  async (app) => {
    const secret = app.env.JWT_SECRET ?? (await sharedSecret(app.db, 'jwt_secret'))
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'seller-operating-score keyed hash', 32))
    app.decorate('keyedHash', (text: string) => createHmac('sha256', key).update(text).digest('hex'))
  },
  { name: 'keyed-hash', dependencies: ['database'] },
)
