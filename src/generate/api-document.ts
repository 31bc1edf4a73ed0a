import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { readEnv } from '../env.ts'

/** The document of the API, as the service answers it: of one that is built on an empty database and thrown away. */
export async function apiDocument(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'seller-operating-score-sdk-'))
  await chmod(folder, 0o755) // root's PostgreSQL runs as another user
  try {
    const app = await buildApp(
      readEnv({
        NODE_ENV: 'development',
        AUTH_MODE: 'demo',
        LOG_LEVEL: 'error',
        WORKER: 'off',
        DATA_DIR: join(folder, 'data'),
      }),
    )
    try {
      return app.swagger()
    } finally {
      await app.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
