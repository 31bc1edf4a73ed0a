import { buildApp } from '../app.ts'
import { inThrowAwayDatabase } from '../embedded-postgres/embedded-postgres.ts'
import { readEnv } from '../env.ts'

/** The document of the API, as the service answers it: of one that is built on an empty database and thrown away. */
export const apiDocument = (): Promise<object> =>
  inThrowAwayDatabase(async (DATABASE_URL) => {
    const mode = { NODE_ENV: 'development', AUTH_MODE: 'demo', LOG_LEVEL: 'error', WORKER: 'off' }
    const app = await buildApp(readEnv({ ...mode, DATABASE_URL }))
    try {
      return app.swagger()
    } finally {
      await app.close()
    }
  })
