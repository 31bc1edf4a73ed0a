import { renewSecrets } from '../plugins/webhooks/stored-secrets.ts'
import { buildApp } from './app.ts'
import { readEnv } from './env.ts'
import { StartupError } from './platform/process/startup-error.ts'

/** Encrypts the secrets of webhooks with WEBHOOK_SECRET_KEY that WEBHOOK_SECRET_KEY_PREVIOUS has encrypted. */
async function rotateSecrets() {
  const env = readEnv()
  const app = await buildApp({ ...env, WORKER: 'off' }, { level: 'warn', stream: process.stderr })
  try {
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
