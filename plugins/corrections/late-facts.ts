import { Type } from '@sinclair/typebox'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { MOST_MONTHS } from '../../src/domain/finished-months.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { audit } from '../../src/platform/http/requests/change.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { CORRECTIONS, countOpen } from '../../src/runs/run-tables.ts'
import { MOST_OPEN, queueCorrection } from './request.ts'
import { KEPT_DAYS } from './schemas.ts'

/** So many months get a dry run in a night; the others get theirs in the nights after. */
const MOST_A_NIGHT = 6

/**
 * Asks for a dry run of what late facts would change, of each month with final scores that has got some since they were
 * last looked at; one that is past its time is forgotten. All who ask for corrections wait for each other, so a second
 * run of the job finds those of the first and asks for nothing.
 */
export const lateFacts = defineJob({
  name: 'late-facts',
  data: Type.Object({}),
  schedule: '25 4 * * *',
  async handler(app) {
    const running = runningPeriod(app)
    const queued = await app.db.transaction(async (tx) => {
      const queued: { correction_id: number; period: string }[] = []
      await forgetOldDryRuns(tx)
      const room = MOST_OPEN - (await countOpen(tx, CORRECTIONS))
      const most = Math.max(0, Math.min(MOST_A_NIGHT, room))
      const from = shiftPeriod(running, -MOST_MONTHS)
      for (const period of await monthsWithLateFacts(tx, { from, before: running, most })) {
        const asked = { period, reason: 'Facts came late', dry_run: true, facts_only: true }
        const id = await queueCorrection(tx, app, { ...asked, seller_ids: null, requested_by: null })
        if (id === undefined) continue
        await audit(tx, null, { action: 'correction.requested', entity_id: id, after: asked })
        queued.push({ correction_id: id, period })
      }
      return queued
    }, JOB_TRANSACTION)
    for (const one of queued) app.log.info(one, 'late facts have come: asked what they would change')
  },
})

/**
 * Months with final scores and late facts of which more have come since a correction last looked at them, the newest
 * months first, and after them those of which one has failed within the week: months that always fail keep no other
 * waiting. A month with an open correction waits; one whose facts retention has deleted, or whose final scores were all
 * made before inputs were kept, has none any more.
 */
export const monthsWithLateFacts = (
  db: Sql,
  { from, before, most }: { from: string; before: string; most: number },
) =>
  db.column<string>(
    `with counted as (
         select period, sum(late) as late from sync_feed_periods
         where period >= $1 and period < $2 group by period having sum(late) > 0
       )
       select period from counted c
       where not exists (select from retention_deletions d where d.period = c.period)
         and not exists (
           select from corrections r
           where r.period = c.period and r.seller_ids is null
             and (r.open_period is not null or r.status <> 'failed' and r.late >= c.late))
         and exists (
           select from ${COUNTED_SCORES} m join score_explanations e using (seller_id, period, revision)
           where m.period = c.period and m.status = 'final' and e.inputs is not null)
       order by exists (
           select from corrections r
           where r.period = c.period and r.status = 'failed' and r.finished_at > now() - interval '7 days'),
         period desc limit $3`,
    [from, before, most],
  )

/** Forgets the dry runs that the service has asked for, so many days after their end. */
const forgetOldDryRuns = (tx: Sql) =>
  tx.run`
    with old as (
      delete from corrections
      where dry_run and requested_by is null and finished_at < now() - make_interval(days => ${KEPT_DAYS}::int)
      returning id
    ), batches as (
      delete from correction_batches where correction_id in (select id from old)
    )
    delete from correction_scores where correction_id in (select id from old)`
