import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The programs of the packages come first, as with npx. */
const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
export const PRISMA = join(root, 'node_modules/prisma/build/index.js')

/** Settings of a command: nothing of this machine's own, and no network, as on a closed one. */
export const offline = (settings: Record<string, string>) => ({
  PATH,
  HOME: process.env.HOME ?? '',
  CHECKPOINT_DISABLE: '1',
  PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1',
  ...settings,
})

/** Runs a command of Prisma to its end. */
export const prisma = (command: string, settings: Record<string, string> = {}) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((done) =>
    execFile(
      process.execPath,
      [PRISMA, ...command.split(' ')],
      { cwd: root, env: offline(settings) },
      (error, stdout, stderr) => done({ status: Number(error?.code ?? 0), stdout, stderr }),
    ),
  )
