/**
 * npx prisma db seed
 *
 * Fills an empty database with the demo, as the first start in demo mode does; what is there already stays as it is.
 * The database is that of the service: DATABASE_URL, else the PostgreSQL inside DATA_DIR.
 */
import { buildApp } from '../src/app.ts'
import { projectLater } from '../src/domain/projections/project-later.ts'
import { readEnv } from '../src/env.ts'
import { runCommand } from '../src/say-failure.ts'
import { seedDemo } from './seed/seed-demo.ts'

await runCommand(async () => {
  const app = await buildApp({ ...readEnv(), WORKER: 'on' })
  try {
    if (!(await seedDemo(app, { say: console.log })))
      return console.log('The database has data already; nothing was added.')
    await projectLater(app)
  } finally {
    await app.close()
  }
})
