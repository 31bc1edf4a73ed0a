import { buildApp } from './app.ts'
import { readEnv } from './env.ts'
import { StartupError } from './platform/process/startup-error.ts'

/** Brings the database and the queue to this release and ends: a step of its own before servers and workers start. */
async function migrate() {
  const env = readEnv()
  const app = await buildApp({ ...env, WORKER: 'off' })
  await app.close()
}

try {
  await migrate()
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
