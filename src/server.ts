import { buildApp } from './app.ts'
import { readEnv } from './env.ts'
import { runProcess } from './platform/process.ts'

await runProcess(async () => {
  const env = readEnv()
  const app = await buildApp(env)
  await app.listen({ host: env.HOST, port: env.PORT })
  return app
})
