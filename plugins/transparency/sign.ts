import type { FastifyInstance } from 'fastify'
import { lockLog, sizeOf } from '../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { toBase64 } from '../../src/transparency/bytes.ts'
import { rootHash, rootRange } from '../../src/transparency/log/merkle.ts'
import { addCheckpoint, isSignedBy, newestCheckpoint } from './checkpoints.ts'
import { readRanges } from './nodes.ts'

/** Signs the head of the log, which the transaction has locked, where there is a key, and tells those who keep heads. */
export async function signHead(
  app: FastifyInstance,
  tx: Transaction,
  { size, root }: { size: number; root: Uint8Array },
) {
  const { env, events, logKeys } = app
  const { signers } = logKeys
  if (signers.length === 0) return
  const origin = env.LOG_ORIGIN
  const checkpoint = await addCheckpoint(tx, { origin, size, root }, signers)
  const data = { origin, size, root: toBase64(root), checkpoint }
  await events.publish(tx, [{ type: 'transparency.checkpoint', seller_id: null, data }])
}

/**
 * Signs the head once more that no checkpoint is of by all of today's keys: after a key has changed, so that all leaves
 * verify by the new one, or when there was none before.
 */
export const signNewest = (app: FastifyInstance) =>
  app.db.bulkTransaction(async (tx) => {
    const { signers } = app.logKeys
    const isSigned = async (size: number) => isSignedBy(await newestCheckpoint(tx), size, signers)
    if (signers.length === 0 || (await isSigned(await sizeOf(tx)))) return
    await lockLog(tx)
    const size = await sizeOf(tx)
    if (size === 0 || (await isSigned(size))) return
    await signHead(app, tx, { size, root: rootHash(size, await readRanges(tx, [rootRange(size)])) })
  }, JOB_TRANSACTION)
