import { lookup } from 'node:dns/promises'
import { requireFolder } from './embedded-postgres/server-folder.ts'
import { probeMetricsPort } from './platform/metrics/metrics-port.ts'
import { readCommand } from './platform/process/command.ts'
import { probeAddress } from './platform/process/probe-address.ts'
import { runProcess } from './run-process.ts'

readCommand({
  name: 'npm start',
  about:
    'Runs a server, which does jobs, too, unless WORKER is off.\nSettings are environment variables, such as PORT=3001 npm start: docs/settings.md has all.',
})

/** What is wrong with the machine is said before the parts of the service are loaded, which takes longest. */
await runProcess(
  async (env) => {
    await probeAddress({ host: env.HOST, port: env.PORT })
    await probeMetricsPort(env)
    if (!env.DATABASE_URL) await requireFolder(env.DATA_DIR)
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
    const { welcome } = await import('./welcome.ts')
    // Fastify would listen to all addresses of localhost, by servers that a stop knows nothing of.
    const host = HOST === 'localhost' ? (await lookup(HOST)).address : HOST
    const url = await app.listen({ host, port: PORT })
    if (AUTH_MODE !== 'demo') return
    await welcome(app, url).then(console.log, (error) =>
      app.log.warn({ err: error }, 'the service listens, but has no commands to try to print'),
    )
  },
)
