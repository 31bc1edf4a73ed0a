import type { FastifyInstance } from 'fastify'
import type { Env } from '../../src/env.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/bounds.ts'
import type { RetentionLine } from '../../src/platform/retention/retention.ts'
import { FEEDS } from './feeds.ts'
import { BATCH, deleteFacts, type FactTable, PAGES, pastFacts } from './retention-queries.ts'

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
  for (const { name, facts } of FEEDS) {
    if (!facts) continue
    const inUse = await deleteFactsOf(app, { feed: name, ...facts })
    for (const period of inUse) kept.set(period, (kept.get(period) ?? new Set()).add(name))
  }
  for (const [period, feeds] of [...kept].sort())
    app.log.warn(
      { period, feeds: [...feeds] },
      `the facts of ${period} are past their time and kept, because it has scores that are not final or a run that is not done`,
    )
}

/** Deletes what may be deleted of one feed; answers the months for whose sake the rest stays. */
async function deleteFactsOf({ db, env, log }: FastifyInstance, table: FactTable): Promise<Set<string>> {
  const inUse = new Set<string>()
  const past = await db.bulkTransaction((tx) => pastFacts(tx, table, env), JOB_TRANSACTION)
  for (const { first_page, last_page, ...months } of past) {
    let rows = 0
    for (let page = first_page; page <= last_page; ) {
      const from = page
      const batch = await db.bulkTransaction(
        (tx) => deleteFacts(tx, table, months, from, env),
        JOB_TRANSACTION,
      )
      rows += batch.deleted
      for (const period of batch.inUse) inUse.add(period)
      if (batch.inUse.length > 0) break
      if (batch.deleted < BATCH) page += PAGES
    }
    if (rows > 0) log.info({ feed: table.feed, ...months, rows }, 'deleted facts that are past their time')
  }
  return inUse
}
