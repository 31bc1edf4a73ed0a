import { requireDataDir } from './platform/process/data-dir.ts'
import { runProcess } from './platform/process/process.ts'

await runProcess(async (env) => {
  await requireDataDir(env)
  const { buildApp } = await import('./app.ts')
  return buildApp({ ...env, WORKER: 'on' })
})
