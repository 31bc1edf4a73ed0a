import type { FastifyInstance } from 'fastify'
import type { Env } from '../../../src/env.ts'
import type { Feed } from '../../../src/feeds/feed.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { RetentionLine } from '../../../src/platform/jobs/retention.ts'
import { BATCH, deleteFacts, pastFacts, type Range, rangesOf } from './retention-queries.ts'

/** How long rejected records are kept, and what facts were taken back. */
export function pushRetention({ KEEP_FACTS_MONTHS }: Env): RetentionLine[] {
  const period = `${KEEP_FACTS_MONTHS} months`
  const lines = [
    { table: 'fact_deletions', where: 'deleted_at < now() - $1::interval' },
    { table: 'sync_rejections', where: 'received_at < now() - $1::interval' },
    {
      table: 'sync_control_totals',
      where:
        'received_at < now() - $1::interval and (feed, period) in (select feed, period from retention_deletions)',
    },
  ]
  return lines.map((line) => ({ ...line, period }))
}

/**
 * Deletes the facts of months that are past their time, and records that it did. Facts stay as long as a month that
 * counts them has a score that is not final, and an invoice until it is paid.
 */
export async function deletePastFacts(app: FastifyInstance) {
  const kept = new Map<string, Set<string>>()
  for (const feed of app.feeds)
    for (const period of await deleteFactsOf(app, feed))
      kept.set(period, (kept.get(period) ?? new Set()).add(feed.name))
  for (const [period, feeds] of [...kept].sort())
    app.log.warn(
      { period, feeds: [...feeds] },
      `the facts of ${period} are past their time and kept, because it has scores that are not final or a run that is not done`,
    )
}

/** Deletes what may be deleted of one feed; answers the months for whose sake the rest stays. */
async function deleteFactsOf({ db, env, log }: FastifyInstance, feed: Feed): Promise<Set<string>> {
  const inUse = new Set<string>()
  const past = await db.bulkTransaction((tx) => pastFacts(tx, feed, env), JOB_TRANSACTION)
  for (const { sellers, facts, ...months } of past) {
    const ranges = rangesOf({ sellers, facts })
    let rows = 0
    for (let at = 0; at < ranges.length; ) {
      const range = ranges[at] as Range
      const batch = await db.bulkTransaction(
        (tx) => deleteFacts(tx, feed, months, range, env),
        JOB_TRANSACTION,
      )
      rows += batch.deleted
      for (const period of batch.inUse) inUse.add(period)
      if (batch.inUse.length > 0) break
      if (batch.deleted < BATCH) at++
    }
    if (rows > 0) log.info({ feed: feed.name, ...months, rows }, 'deleted facts that are past their time')
  }
  return inUse
}
