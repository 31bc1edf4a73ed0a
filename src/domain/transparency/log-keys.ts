import { generateKeyPairSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { StartupError } from '../../platform/process/startup-error.ts'
import { sharedSecret } from '../../platform/security/secrets.ts'
import { parseVerifierKey, readSigner, type Signer, type VerifierKey } from '../../transparency/log/note.ts'

/** Who signs the log of final scores. */
interface LogKeys {
  /** All sign each checkpoint; none where the service has no key. */
  signers: readonly Signer[]
  /** The keys of the past, by which checkpoints that somebody kept are verified. */
  past: readonly VerifierKey[]
}

declare module 'fastify' {
  interface FastifyInstance {
    logKeys: LogKeys
  }
}

/**
 * The keys of the log: LOG_SIGNING_KEY has one, and two while it is changed. Demo mode makes one and keeps it in the
 * database; without one in verified mode the log grows, and nothing of it is signed until there is one.
 */
export const logKeys = fp(
  async (app) => {
    const keys = await signingKeys(app)
    const signers = keys.map((key) =>
      orStartupError('LOG_SIGNING_KEY', () => readSigner(app.env.LOG_ORIGIN, key)),
    )
    const past = listed(app.env.LOG_TRUSTED_KEYS).map((text) =>
      orStartupError('LOG_TRUSTED_KEYS', () => parseVerifierKey(text)),
    )
    app.decorate('logKeys', { signers, past })
  },
  { name: 'log-keys', dependencies: ['database'] },
)

/** All keys by which checkpoints are verified, those that sign first. */
export const trustedKeys = ({ signers, past }: LogKeys): VerifierKey[] => [
  ...signers.map(({ key }) => key),
  ...past,
]

async function signingKeys({ env, db }: FastifyInstance): Promise<string[]> {
  if (env.LOG_SIGNING_KEY !== undefined) return listed(env.LOG_SIGNING_KEY)
  return env.AUTH_MODE === 'demo' ? [await sharedSecret(db, 'log_signing_key', newSigningKey)] : []
}

/** A new key as LOG_SIGNING_KEY has it: PKCS #8, base64. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')

const listed = (setting = '') => setting.split(',').flatMap((part) => part.trim() || [])

function orStartupError<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StartupError(`${setting} can't be used: ${(error as Error).message}.`, { cause: error })
  }
}
