import { seedDemo } from '../prisma/seed/seed-demo.ts'
import { buildApp } from './app.ts'
import { readEnv } from './env.ts'
import { runProcess } from './platform/process.ts'
import { welcome } from './welcome.ts'

await runProcess(async () => {
  const env = readEnv()
  const app = await buildApp(env)
  if (env.DEMO_DATA === 'on') await seedDemo(app, { say: console.log })
  const url = await app.listen({ host: env.HOST, port: env.PORT })
  if (env.AUTH_MODE === 'demo') console.log(await welcome(app, url))
  return app
})
