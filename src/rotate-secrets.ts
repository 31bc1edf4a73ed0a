import { readEnv } from './env.ts'
import { readCommand } from './platform/process/command.ts'
import { StartupError } from './platform/process/startup-error.ts'
import { runCommand } from './say-failure.ts'

readCommand({
  name: 'npm run rotate-secrets',
  about:
    'Encrypts the stored secrets of webhooks with WEBHOOK_SECRET_KEY, which WEBHOOK_SECRET_KEY_PREVIOUS has encrypted. docs/day2.md has the steps.',
})

await runCommand(async () => {
  const env = readEnv()
  const { buildApp } = await import('./app.ts')
  const { renewSecrets } = await import('../plugins/webhooks/stored-secrets.ts')
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
})
