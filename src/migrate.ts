import { readEnv } from './env.ts'
import { readCommand } from './platform/process/command.ts'
import { runCommand } from './say-failure.ts'

readCommand({
  name: 'npm run migrate',
  about:
    'Brings the database that DATABASE_URL names, else the one in DATA_DIR, and its queue to this release.',
})

/** Brings the database and the queue to this release and ends: a step of its own before servers and workers start. */
await runCommand(async () => {
  const env = readEnv()
  const { buildApp } = await import('./app.ts')
  const app = await buildApp({ ...env, WORKER: 'off' })
  await app.close()
  console.log('The database is up to date.')
})
