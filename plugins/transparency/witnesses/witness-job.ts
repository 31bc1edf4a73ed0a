import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../../src/platform/database/database.ts'

/** Asks witnesses for signatures of the newest head; `attempt` counts the failures before. */
export const witness = {
  name: 'witness',
  data: Type.Object({ attempt: Type.Optional(Type.Integer({ minimum: 1 })) }),
} as const

const MOST_ATTEMPTS = 6
const FIRST_PAUSE_SECONDS = 5

/** Sends the job with the transaction that signs a head; one that waits already asks for this head, too. */
export async function askWitnesses({ env, jobs }: FastifyInstance, tx: Transaction) {
  if (env.LOG_WITNESSES !== undefined) await jobs.sendAll(tx, witness, [{}])
}

/** Sends it again after a failure, later each time; after the last the schedule goes on. */
export async function askAgain({ db, jobs }: FastifyInstance, failed: number) {
  const attempt = failed + 1
  if (attempt >= MOST_ATTEMPTS) return
  const startAfter = FIRST_PAUSE_SECONDS * 2 ** failed
  // A key of its own: a job that waits for its time must not keep one for a new head from being sent.
  await db.transaction((tx) => jobs.send(tx, witness, { attempt }, { startAfter, singletonKey: 'again' }))
}
