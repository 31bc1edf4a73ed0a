import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { certify } from '../../../src/domain/transparency/certify-later.ts'
import { lockLog } from '../../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { readAhead } from '../../../src/platform/database/statements/read-ahead.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { leafHash } from '../../../src/transparency/log/merkle.ts'
import { leafBytes } from '../../../src/transparency/statement.ts'
import { nameRefused } from '../findings/announce.ts'
import { collectFindings } from '../findings/findings.ts'
import { appendLeaves, signHead, signNewest } from '../log.ts'
import { keyOf, nameOf, type RevisionKey } from '../tasks/final-score.ts'
import type { Judgeable } from '../tasks/judge.ts'
import { insertLeaves, stillWithoutLeaf, withoutLeaf } from './final-queries.ts'
import { judgeScores } from './judge-scores.ts'
import { readScores } from './read-scores.ts'

/** Leaves of a transaction. */
const AT_A_TIME = 500

/** So many transactions are read while one is written: most of the time goes into reading facts. */
const READ_AHEAD = 2

/** How many keys are read at a time: some megabytes. */
const KEYS = 50_000

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
 * nothing; what is done already is left out under the lock of the log, so it may run twice.
 * @returns how many leaves were added
 */
export async function certifyScores(app: FastifyInstance, period: string | null = null): Promise<number> {
  const refused = collectFindings()
  let [added, skip] = [0, 0]
  for (let done = false; !done; ) {
    const keys = await withoutLeaf(app.db.bulk, period, KEYS, skip)
    for await (const read of readAhead([...chunksOf(keys, AT_A_TIME)], READ_AHEAD, (part) =>
      readInSnapshot(app, part),
    )) {
      const judged = await judgeScores(app, read)
      const leaves = judged.flatMap((one, n) =>
        'text' in one ? [{ ...(read[n] as Judgeable), text: one.text }] : [],
      )
      for (const [n, one] of judged.entries())
        if ('problem' in one) refused.add('score_refused', nameOf((read[n] as Judgeable).score, one.problem))
      skip += judged.length - leaves.length
      if (leaves.length > 0) added += await addLeaves(app, leaves)
    }
    done = keys.length < KEYS
  }
  await nameRefused(app, refused.all(), period)
  await signNewest(app)
  return added
}

/** The sums of a feed and its rows must be of one instant, or facts that come in between would not be noticed. */
const readInSnapshot = ({ db, env, feeds }: FastifyInstance, keys: readonly RevisionKey[]) =>
  db.bulkTransaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only')
    return readScores(tx, keys, env.BUSINESS_TIMEZONE, feeds)
  }, JOB_TRANSACTION)

const addLeaves = (
  app: FastifyInstance,
  stated: readonly (Pick<Judgeable, 'score' | 'salt'> & { text: string })[],
) =>
  app.db.bulkTransaction(async (tx) => {
    await lockLog(tx)
    const scores = stated.map(({ score }) => score)
    const still = new Set((await stillWithoutLeaf(tx, scores)).map(keyOf))
    const left = stated.filter(({ score }) => still.has(keyOf(score)))
    if (left.length === 0) return 0
    const leaves = left.map((one) => ({ ...one, hash: leafHash(leafBytes(one.text)) }))
    const { first, size, root } = await appendLeaves(
      tx,
      leaves.map(({ hash }) => hash),
    )
    await insertLeaves(tx, first, leaves)
    await signHead(app, tx, { size, root })
    return left.length
  }, JOB_TRANSACTION)
