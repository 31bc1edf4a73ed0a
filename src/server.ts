import { seedDemo } from '../prisma/seed/seed-demo.ts'
import { buildApp } from './app.ts'
import { probeAddress, runProcess } from './platform/process/process.ts'
import { welcome } from './welcome.ts'

await runProcess(buildApp, async (app) => {
  const { HOST, PORT, DEMO_DATA, AUTH_MODE } = app.env
  await probeAddress({ host: HOST, port: PORT })
  if (DEMO_DATA === 'on') await seedDemo(app, { say: console.log })
  const url = await app.listen({ host: HOST, port: PORT })
  if (AUTH_MODE === 'demo')
    await welcome(app, url).then(console.log, (error) =>
      app.log.warn({ err: error }, 'the service listens, but has no commands to try to print'),
    )
})
