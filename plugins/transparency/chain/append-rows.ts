import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { lockLog } from '../../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { leafHash } from '../../../src/transparency/log/hashes.ts'
import { leafBytes } from '../../../src/transparency/statement.ts'
import { appendLeaves } from '../nodes.ts'
import { signHead, signNewest } from '../sign.ts'
import {
  type AuditRow,
  erasuresToChain,
  insertAuditLeaves,
  type NewAuditLeaf,
  rowsToChain,
  rowsWithoutLeaf,
} from './queries.ts'
import { erasureStatement, rowStatement } from './row-statement.ts'

/** Leaves of a transaction. */
const AT_A_TIME = 500

/** How many ids are read at a time. */
const IDS = 50_000

const SALT_BYTES = 16

/**
 * Gives the committed rows of the audit log their leaves, and erasures theirs: those of late, or all. Whoever writes to
 * the audit log does nothing for it. A row is read under the lock that an erasure takes too, so no leaf is made of what
 * is erased at the same time. It may run twice: rows with a leaf are left out under the lock.
 * @returns how many leaves were added
 */
export async function certifyAudit(app: FastifyInstance, all = false): Promise<number> {
  const ids = await rowsWithoutLeaf(app.db.bulk, all, IDS)
  let added = 0
  for (let start = 0; start === 0 || start < ids.length; start += AT_A_TIME)
    added += await chain(app, ids.slice(start, start + AT_A_TIME))
  await signNewest(app, 'audit')
  return ids.length === IDS && added > 0 ? added + (await certifyAudit(app, all)) : added
}

/** Chains these rows and, behind them, the erasures that are not chained yet. */
const chain = (app: FastifyInstance, ids: readonly number[]) =>
  app.db.bulkTransaction(async (tx) => {
    await lockLog(tx, 'audit')
    const rows = (await rowsToChain(tx, ids)).flatMap((row) => leafOf(row) ?? [])
    const erasures = (await erasuresToChain(tx)).map((erasure) =>
      newLeaf({ audit_id: null, erasure_id: erasure.id, salt: null }, erasureStatement(erasure)),
    )
    const leaves = [...rows, ...erasures]
    if (leaves.length === 0) return 0
    const hashes = leaves.map(({ hash }) => hash)
    const { first, size, root } = await appendLeaves(tx, 'audit', hashes)
    await insertAuditLeaves(tx, first, leaves)
    await signHead(app, tx, { log: 'audit', size, root })
    return leaves.length
  }, JOB_TRANSACTION)

/** The leaf of a row; none for a row that was written by hand and nested too deep: the nightly check names it. */
function leafOf(row: AuditRow): NewAuditLeaf | undefined {
  const salt = randomBytes(SALT_BYTES)
  try {
    return newLeaf({ audit_id: row.id, erasure_id: null, salt }, rowStatement(row, salt))
  } catch {
    return undefined
  }
}

const newLeaf = (of: Omit<NewAuditLeaf, 'statement' | 'hash'>, statement: string): NewAuditLeaf => ({
  ...of,
  statement,
  hash: leafHash(leafBytes(statement)),
})
