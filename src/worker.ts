import { buildApp } from './app.ts'
import { runProcess } from './platform/process/process.ts'

await runProcess((env) => buildApp({ ...env, WORKER: 'on' }))
