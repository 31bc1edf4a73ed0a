import { seedDemo } from '../prisma/seed/seed-demo.ts'
import { buildApp } from './app.ts'
import { readEnv } from './env.ts'
import { probeAddress, runProcess } from './platform/process/process.ts'
import { welcome } from './welcome.ts'

await runProcess(
  async () => buildApp(readEnv()),
  async (app) => {
    const { HOST, PORT, DEMO_DATA, AUTH_MODE } = app.env
    await probeAddress({ host: HOST, port: PORT })
    if (DEMO_DATA === 'on') await seedDemo(app, { say: console.log })
    const url = await app.listen({ host: HOST, port: PORT })
    if (AUTH_MODE === 'demo') console.log(await welcome(app, url))
  },
)
