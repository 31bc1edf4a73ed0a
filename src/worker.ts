import { buildApp } from './app.ts'
import { readEnv } from './env.ts'
import { runProcess } from './platform/process/process.ts'

await runProcess(async () => buildApp({ ...readEnv(), WORKER: 'on' }))
