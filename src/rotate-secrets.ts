import Fastify from 'fastify'
import { renewSecrets } from '../plugins/webhooks/stored-secrets.ts'
import { readEnv } from './env.ts'
import { database } from './platform/database/database.ts'
import { StartupError } from './platform/process/startup-error.ts'
import { encryption } from './platform/security/encryption.ts'

/** Encrypts the secrets of webhooks with WEBHOOK_SECRET_KEY that WEBHOOK_SECRET_KEY_PREVIOUS has encrypted. */
async function rotateSecrets() {
  const env = readEnv()
  const app = Fastify({ logger: { level: 'warn' } })
  try {
    app.decorate('env', { ...env, WORKER: 'off' as const })
    await app.register(database)
    await app.register(encryption)
    const { total, changed, unreadable } = await renewSecrets(app)
    console.log(`Of ${total} webhooks, the secrets of ${changed} were encrypted anew.`)
    if (unreadable.length > 0)
      throw new StartupError(
        `Neither key opens the secrets of the webhooks ${unreadable.slice(0, 20).join(', ')}: give them new ones by POST /api/webhooks/:id/rotate-secret, or delete them.`,
      )
  } finally {
    await app.close()
  }
}

try {
  await rotateSecrets()
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
