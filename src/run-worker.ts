import { probeMetricsPort } from './platform/metrics/metrics-port.ts'
import { requireDataDir } from './platform/process/data-dir.ts'
import { runProcess } from './platform/process/process.ts'

await runProcess(async (env) => {
  await probeMetricsPort(env)
  await requireDataDir(env)
  const { buildApp } = await import('./app.ts')
  return buildApp({ ...env, WORKER: 'on' })
})
