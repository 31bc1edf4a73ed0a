import { requireFolder } from './embedded-postgres/server-folder.ts'
import { probeMetricsPort } from './platform/metrics/metrics-port.ts'
import { readCommand } from './platform/process/command.ts'
import { runProcess } from './run-process.ts'

readCommand({
  name: 'npm run worker',
  about:
    'Runs a worker, which does jobs alone.\nSettings are environment variables: docs/settings.md has all.',
})

await runProcess(async (env) => {
  await probeMetricsPort(env)
  if (!env.DATABASE_URL) await requireFolder(env.DATA_DIR)
  const { buildApp } = await import('./app.ts')
  return buildApp({ ...env, WORKER: 'on' })
})
