import type { FastifyInstance } from 'fastify'
import { type LogName, lockLog, originOf, sizeOf } from '../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { toBase64 } from '../../src/transparency/bytes.ts'
import { rootOf } from '../../src/transparency/log/append.ts'
import { addCheckpoint, isSignedBy, newestCheckpoint } from './checkpoints.ts'
import { rightEdgeOf } from './nodes.ts'
import { askWitnesses } from './witnesses/witness-job.ts'

/**
 * Signs the head of a log that the transaction has locked, where there is a key, and tells those who keep heads of the
 * log of scores, and asks its witnesses. The audit log grows with every change, so its heads are no events.
 */
export async function signHead(
  app: FastifyInstance,
  tx: Transaction,
  { log, size, root }: { log: LogName; size: number; root: Uint8Array },
) {
  const { env, events, logKeys } = app
  const signers = logKeys.signers(log)
  if (signers.length === 0) return
  const origin = originOf(env, log)
  const checkpoint = await addCheckpoint(tx, { log, origin, size, root }, signers)
  if (log !== 'scores') return
  const data = { origin, size, root: toBase64(root), checkpoint }
  await events.publish(tx, [{ type: 'transparency.checkpoint', seller_id: null, data }])
  await askWitnesses(app, tx)
}

/**
 * Signs the head once more that no checkpoint is of by all of today's keys: after a key has changed, so that all leaves
 * verify by the new one, or when there was none before.
 */
export const signNewest = (app: FastifyInstance, log: LogName) =>
  app.db.bulkTransaction(async (tx) => {
    const signers = app.logKeys.signers(log)
    const isSigned = async (size: number) => isSignedBy(await newestCheckpoint(tx, log), size, signers)
    if (signers.length === 0 || (await isSigned(await sizeOf(tx, log)))) return
    await lockLog(tx, log)
    const size = await sizeOf(tx, log)
    if (size === 0 || (await isSigned(size))) return
    await signHead(app, tx, { log, size, root: rootOf(await rightEdgeOf(tx, log, size)) })
  }, JOB_TRANSACTION)
