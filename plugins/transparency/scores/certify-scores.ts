import type { FastifyInstance } from 'fastify'
import { lockLog } from '../../../src/domain/transparency/logs.ts'
import { appendLeaves } from '../../../src/domain/transparency/nodes.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { inParts, readAhead } from '../../../src/platform/database/read-ahead.ts'
import { leafHash } from '../../../src/transparency/hashes.ts'
import { leafBytes } from '../../../src/transparency/statement.ts'
import { signHead, signNewest } from '../sign.ts'
import { type FinalScore, finalScores, type RevisionKey, withLeaf, withoutLeaf } from './final-queries.ts'
import { insertLeaves } from './leaf-queries.ts'
import { readScores, type Stated, stateScores, textsReader } from './statements.ts'

/** Leaves of a transaction. */
const AT_A_TIME = 500

/** So many transactions are read while one is written: most of the time goes into reading facts. */
const READ_AHEAD = 2

/** How many keys are read at a time: some megabytes. */
const KEYS = 50_000

/** How many scores the log names of those that get no leaf. */
const NAMED = 5

/**
 * Gives all final revisions without a leaf their leaves, of a period or of all. Each transaction adds leaves, nodes,
 * checkpoint and event, or nothing; what is done already is left out under the lock of the log, so it may run twice.
 * @param skip how many of the first get none, as an earlier look has found
 * @returns how many leaves were added
 */
export async function certifyScores(
  app: FastifyInstance,
  period: string | null = null,
  skip = 0,
): Promise<number> {
  const keys = await withoutLeaf(app.db.bulk, period, KEYS, skip)
  const problems: Extract<Stated, { problem: string }>[] = []
  let [added, withText] = [0, 0]
  const parts = inParts(keys, AT_A_TIME)
  for await (const read of readAhead(parts, READ_AHEAD, (part) => readInSnapshot(app, part))) {
    const stated = await stateScores(read)
    const leaves = stated.filter((one) => 'text' in one)
    withText += leaves.length
    problems.push(...stated.filter((one) => 'problem' in one))
    if (leaves.length > 0) added += await addLeaves(app, leaves)
  }
  if (problems.length > 0)
    app.log.error(
      { scores: problems.length, named: problems.slice(0, NAMED).map(named) },
      'final scores get no leaf in the log, because what is kept of them can’t be read',
    )
  await signNewest(app, 'scores')
  const left = keys.length - withText
  return keys.length === KEYS ? added + (await certifyScores(app, period, skip + left)) : added
}

const named = ({ score, problem }: { score: FinalScore; problem: string }) =>
  `${score.seller_code} ${score.period} revision ${score.revision}: ${problem}`

/** The sums of a feed and its rows must be of one instant, or facts that come in between would not be noticed. */
const readInSnapshot = ({ db, env }: FastifyInstance, keys: readonly RevisionKey[]) =>
  db.bulkTransaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only')
    return readScores(tx, await finalScores(tx, keys), textsReader(tx), env.BUSINESS_TIMEZONE)
  }, JOB_TRANSACTION)

const addLeaves = (app: FastifyInstance, stated: readonly { score: FinalScore; text: string }[]) =>
  app.db.bulkTransaction(async (tx) => {
    await lockLog(tx, 'scores')
    const scores = stated.map(({ score }) => score)
    const done = new Set((await withLeaf(tx, scores)).map(keyOf))
    const left = stated.filter(({ score }) => !done.has(keyOf(score)))
    if (left.length === 0) return 0
    const leaves = left.map(({ score, text }) => ({ score, text, hash: leafHash(leafBytes(text)) }))
    const { first, size, root } = await appendLeaves(
      tx,
      'scores',
      leaves.map(({ hash }) => hash),
    )
    await insertLeaves(tx, first, leaves)
    await signHead(app, tx, { log: 'scores', size, root })
    return left.length
  }, JOB_TRANSACTION)

const keyOf = ({ seller_id, period, revision }: RevisionKey) => `${seller_id} ${period} ${revision}`
