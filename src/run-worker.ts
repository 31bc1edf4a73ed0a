import { probeMetricsPort } from './platform/metrics/metrics-port.ts'
import { readCommand } from './platform/process/command.ts'
import { requireDataDir } from './platform/process/data-dir.ts'
import { runProcess } from './run-process.ts'

readCommand({
  name: 'npm run worker',
  about:
    'Runs a worker, which does jobs alone.\nSettings are environment variables: docs/settings.md has all.',
})

await runProcess(async (env) => {
  await probeMetricsPort(env)
  await requireDataDir(env)
  const { buildApp } = await import('./app.ts')
  return buildApp({ ...env, WORKER: 'on' })
})
