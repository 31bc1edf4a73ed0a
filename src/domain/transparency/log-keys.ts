import { generateKeyPairSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { StartupError } from '../../platform/process/startup-error.ts'
import { sharedSecret } from '../../platform/security/demo-secret.ts'
import { readSigner, type Signer } from '../../transparency/log/ed25519.ts'
import { parseVerifierKey, type VerifierKey } from '../../transparency/log/verifier-key.ts'
import { type LogName, originOf } from './logs.ts'

/** Who signs the logs. */
export interface LogKeys {
  /** All sign each checkpoint; none where the service has no key. */
  signers(log: LogName): readonly Signer[]
  /** The keys of the past, by which checkpoints that somebody kept are verified. */
  past(log: LogName): readonly VerifierKey[]
}

declare module 'fastify' {
  interface FastifyInstance {
    logKeys: LogKeys
  }
}

/**
 * The keys of the logs: LOG_SIGNING_KEY has one, and two while it is changed. Demo mode makes one and keeps it in the
 * database; without one in verified mode the logs grow, and nothing of them is signed until there is one.
 */
export const logKeys = fp(
  async (app) => {
    const keys = await signingKeys(app)
    const scores = signersOf('LOG_SIGNING_KEY', keys, originOf(app.env, 'scores'))
    const audit = signersOf('LOG_SIGNING_KEY', keys, originOf(app.env, 'audit'))
    const past = listed(app.env.LOG_TRUSTED_KEYS).map((text) =>
      orStartupError('LOG_TRUSTED_KEYS', () => parseVerifierKey(text)),
    )
    app.decorate('logKeys', {
      signers: (log) => (log === 'scores' ? scores : audit),
      past: (log) => past.filter(({ name }) => (name === originOf(app.env, 'audit')) === (log === 'audit')),
    })
  },
  { name: 'log-keys', dependencies: ['database'] },
)

/** All keys by which checkpoints of a log are verified, those that sign first. */
export const trustedKeys = ({ signers, past }: LogKeys, log: LogName): VerifierKey[] => [
  ...signers(log).map(({ key }) => key),
  ...past(log),
]

async function signingKeys({ env, db }: FastifyInstance): Promise<string[]> {
  if (env.LOG_SIGNING_KEY !== undefined) return listed(env.LOG_SIGNING_KEY)
  return env.AUTH_MODE === 'demo' ? [await sharedSecret(db, 'log_signing_key', newSigningKey)] : []
}

const signersOf = (setting: string, keys: string[], name: string) =>
  keys.map((key) => orStartupError(setting, () => readSigner(name, key)))

/** A new key as LOG_SIGNING_KEY has it: PKCS #8, base64. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')

const listed = (setting = '') =>
  setting
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function orStartupError<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new StartupError(`${setting} can't be used: ${(error as Error).message}.`, { cause: error })
  }
}
