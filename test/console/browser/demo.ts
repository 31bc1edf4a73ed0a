import { seedDemo } from '../../../prisma/seed/seed-demo.ts'
import { buildApp } from '../../../src/app.ts'
import { readEnv } from '../../../src/env.ts'
import { testSettings } from '../../setup/app.ts'
import type { Filling } from '../../setup/database.ts'

/** The demo as `npm start` makes it today, with fewer sellers. Made once; what tests use are copies. */
export const DEMO: Filling = {
  name: `demo_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`,
  async fill(DATABASE_URL) {
    const app = await buildApp(readEnv({ ...testSettings, DATABASE_URL }))
    await seedDemo(app, { sellers: 40 })
    await app.close()
  },
}
