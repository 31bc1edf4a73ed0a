import { Type } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import { JOB_TRANSACTION } from '../../platform/database/connect/bounds.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { chunksOf } from '../chunks.ts'
import { type NewEvent, writeEvents } from './write-events.ts'

/** How a change becomes known. */
export interface Events {
  /** Writes events and the jobs that fan them out in the caller's transaction: both are there, or neither. */
  publish(tx: Transaction, events: NewEvent[]): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    events: Events
  }
}

const EVENTS_PER_JOB = 500

/** The outbox: events are rows of the transaction that causes them. */
export const events = fp(
  async (app) => {
    if ((await renumber(app.db)) > 0) app.log.warn(RESTORED)
    app.retention.lines.push({
      table: 'events',
      where: 'occurred_at < now() - $1::interval',
      period: `${app.env.KEEP_EVENTS_MONTHS} months`,
    })
    app.decorate('events', {
      async publish(tx, events) {
        const ids = (await writeEvents(tx, events)).map(({ id }) => id)
        const batches = Array.from(chunksOf(ids, EVENTS_PER_JOB), (events) => ({ events }))
        await app.jobs.sendAll(tx, eventFanOut, batches)
      },
    })
  },
  { name: 'events', dependencies: ['database', 'jobs', 'retention'] },
)

const RESTORED = 'the database was restored from another server; who follows its events gets all of them anew'

/**
 * Gives what has a number that this server has not come to yet, and so was written on another one, the number of the
 * present transaction: otherwise readers would see it only when the server has come to there.
 */
const renumber = (db: Database) =>
  db.bulkTransaction(async (tx) => {
    let rows = 0
    for (const table of ['events', 'enforcement_changes', 'enforcement_moves'])
      rows += await tx.run(
        `update ${table} set xact = transaction_number() where xact >= pg_snapshot_xmax(pg_current_snapshot())`,
      )
    return rows
  }, JOB_TRANSACTION)

/**
 * Sent with every event, in batches, so that a change of ten thousand sellers sends twenty jobs. The webhooks plugin
 * registers its handler. `events` are numbers of rows (events.id).
 */
export const eventFanOut = {
  name: 'event-fan-out',
  data: Type.Object({ events: Type.Array(Type.Integer({ minimum: 1 })) }),
}
