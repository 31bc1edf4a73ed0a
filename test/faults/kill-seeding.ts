import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../prisma/seed/random.ts'
import { demoContents } from '../seed/demo-contents.ts'
import type { OwnServer } from './own-server.ts'

interface Test {
  teardown(work: () => unknown): unknown
}

const TODAY = '2025-06-17'
const SELLERS = '8'
const PROGRAM = resolve(import.meta.dirname, '../seed/seeding-process.ts')

/** Seedings of a small demo in databases of their own, beside those of the service. */
export async function openSeedings(t: Test, server: OwnServer) {
  function begin(database: string) {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: server.urlOf('sos', database),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    }
    const child = spawn(process.execPath, [PROGRAM, TODAY, SELLERS], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit')
    t.teardown(async () => {
      child.kill('SIGKILL')
      await ended
    })
    return { child, ended }
  }

  async function seedWhole(database: string) {
    const [status] = await begin(database).ended
    if (status !== 0) throw new Error(`The seeding of ${database} ended with ${status}.`)
    return demoContents((text) => server.query(text, [], database))
  }

  const create = (database: string) => server.query(`create database ${database} owner sos`, [], 'postgres')
  await create('undisturbed')
  await create('killed')
  const began = Date.now()
  const expected = await seedWhole('undisturbed')
  const takesMs = Date.now() - began
  let halfWay = 0

  return {
    expected,
    /** Seeds, and kills the process at a random moment. */
    async kill(random: Random) {
      const { child, ended } = begin('killed')
      await Promise.race([ended, delay(random.between(0.3, 1) * takesMs)])
      child.kill('SIGKILL')
      const [, signal] = await ended
      if (signal === 'SIGKILL') halfWay++
    },
    /** How many kills found a process at work. */
    halfWay: () => halfWay,
    /** What a last seeding, which nobody disturbs, makes of what the others have left. */
    afterKills: () => seedWhole('killed'),
  }
}
