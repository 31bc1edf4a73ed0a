import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { certify } from '../../../src/domain/transparency/certify-later.ts'
import { lockLog } from '../../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { leafHash } from '../../../src/transparency/log/merkle.ts'
import { leafBytes } from '../../../src/transparency/statement.ts'
import { collectFindings, nameRefused } from '../findings.ts'
import { appendLeaves, signHead, signNewest } from '../log.ts'
import { keyOf, nameOf, type RevisionKey } from '../tasks/final-score.ts'
import type { Judgeable } from '../tasks/judge.ts'
import { insertLeaves, stillWithoutLeaf, withoutLeaf } from './final-queries.ts'
import { judgeScores, readScores } from './read-scores.ts'

/** Leaves of a transaction. */
const AT_A_TIME = 500

/** So many transactions are read while one is written: most of the time goes into reading facts. */
const READ_AHEAD = { concurrency: 2, highWaterMark: 1 }

/**
 * Gives final scores their leaves in the log. A second run at the same time finds them done, or waits for the lock of
 * the log; one that is killed leaves whole transactions behind, and the next one goes on from there.
 */
export const certifyJob = defineJob({
  ...certify,
  schedule: '*/10 * * * *',
  async handler(app, { period }) {
    const leaves = await certifyScores(app, period ?? null)
    if (leaves > 0) app.log.info({ leaves, period }, 'final scores got their leaves in the log')
  },
})

/**
 * Gives all final revisions without a leaf their leaves, of a period or of all, once they have come out of what is kept
 * of them; those that do not are named, and get none. Each transaction adds leaves, nodes, checkpoint and event, or
 * nothing; what is done already is left out under the lock of the log, so it may run twice. A finding is of all periods:
 * where one period has refused scores, all are looked at.
 * @returns how many leaves were added
 */
export async function certifyScores(app: FastifyInstance, period: string | null = null): Promise<number> {
  const refused = collectFindings()
  let added = 0
  const parts = Readable.from(chunksOf(await withoutLeaf(app.db.bulk, period), AT_A_TIME))
  const read = parts.map((part: RevisionKey[]) => readInSnapshot(app, part), READ_AHEAD)
  for await (const scores of read as AsyncIterable<Judgeable[]>) {
    const leaves: Leaf[] = []
    for (const { score, salt, text, problem } of await judgeScores(app, scores))
      if (text === undefined) refused.add('score_refused', nameOf(score, problem))
      else leaves.push({ score, salt, text, hash: leafHash(leafBytes(text)) })
    if (leaves.length > 0) added += await addLeaves(app, leaves)
  }
  const found = refused.all()
  if (period === null) await nameRefused(app, found)
  else if (found.length > 0) return added + (await certifyScores(app))
  await signNewest(app)
  return added
}

type Leaf = Pick<Judgeable, 'score' | 'salt'> & { text: string; hash: Uint8Array }

/** The sums of a feed and its rows must be of one instant, or facts that come in between would not be noticed. */
const readInSnapshot = ({ db, env, feeds }: FastifyInstance, keys: readonly RevisionKey[]) =>
  db.bulkTransaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only')
    return readScores(tx, keys, env.BUSINESS_TIMEZONE, feeds)
  }, JOB_TRANSACTION)

const addLeaves = (app: FastifyInstance, stated: readonly Leaf[]) =>
  app.db.bulkTransaction(async (tx) => {
    await lockLog(tx)
    const scores = stated.map(({ score }) => score)
    const still = new Set((await stillWithoutLeaf(tx, scores)).map(keyOf))
    const leaves = stated.filter(({ score }) => still.has(keyOf(score)))
    if (leaves.length === 0) return 0
    const hashes = leaves.map(({ hash }) => hash)
    const { first, size, root } = await appendLeaves(tx, hashes)
    await insertLeaves(tx, first, leaves)
    await signHead(app, tx, { size, root })
    return leaves.length
  }, JOB_TRANSACTION)
