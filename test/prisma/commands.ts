import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The programs of the packages come first, as with npx. */
const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
const PRISMA = join(root, 'node_modules/prisma/build/index.js')

/** Runs a command of Prisma to its end, with nothing of this machine's own, and without network as on a closed one. */
export const prisma = (command: string, settings: Record<string, string> = {}) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
    const { HOME = '' } = process.env
    const closed = { PATH, HOME, CHECKPOINT_DISABLE: '1', PRISMA_ENGINES_MIRROR: 'http://127.0.0.1:1' }
    execFile(
      process.execPath,
      [PRISMA, ...command.split(' ')],
      { cwd: root, env: { ...closed, ...settings } },
      (error, stdout, stderr) => done({ status: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
