import { probeMetricsPort } from './platform/metrics/metrics-port.ts'
import { requireDataDir } from './platform/process/data-dir.ts'
import { probeAddress } from './platform/process/probe-address.ts'
import { runProcess } from './platform/process/process.ts'

/** What is wrong with the machine is said before the parts of the service are loaded, which takes longest. */
await runProcess(
  async (env) => {
    await probeAddress({ host: env.HOST, port: env.PORT })
    await probeMetricsPort(env)
    await requireDataDir(env)
    const { buildApp } = await import('./app.ts')
    return buildApp(env)
  },
  async (app) => {
    const { HOST, PORT, DEMO_DATA, AUTH_MODE } = app.env
    if (DEMO_DATA === 'on') {
      const { seedDemo } = await import('../prisma/seed/seed-demo.ts')
      const { projectLater } = await import('./domain/projections/project-later.ts')
      if (await seedDemo(app, { say: console.log })) await projectLater(app)
    }
    const url = await app.listen({ host: HOST, port: PORT })
    if (AUTH_MODE !== 'demo') return
    const { welcome } = await import('./welcome.ts')
    await welcome(app, url).then(console.log, (error) =>
      app.log.warn({ err: error }, 'the service listens, but has no commands to try to print'),
    )
  },
)
