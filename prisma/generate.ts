/**
 * Writes the database client of schema.prisma into src/platform/prisma. npm runs it after every install, and
 * `npm run generate` after a change of the schema.
 *
 * Prisma looks for its schema engine before every command and would download it; generating never runs it, so any
 * existing file will do in its place, and the project installs on a closed network.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readCommand } from '../src/platform/process/command.ts'

readCommand({
  name: 'npm run generate',
  about: 'Writes the database client of prisma/schema.prisma.',
})

const prisma = findPrisma()
if (prisma) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
    stdio: 'pipe',
  })
  if (status !== 0) {
    console.error(`${stdout}${stderr}`)
    process.exitCode = 1
  }
}

/** Absent from an install without development and peer packages, which has to bring the client along. */
function findPrisma() {
  try {
    return createRequire(import.meta.url).resolve('prisma/build/index.js')
  } catch {
    return undefined
  }
}
