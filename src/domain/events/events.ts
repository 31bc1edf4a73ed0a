import { Type } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import type { Transaction } from '../../platform/database/database.ts'
import { chunksOf } from '../chunks.ts'
import { keepNumbering } from './transaction-epochs.ts'
import { type NewEvent, writeEvents } from './write-events.ts'

/** How a change becomes known. */
export interface Events {
  /**
   * Writes events and the jobs that fan them out in the caller's transaction, so that a committed change always has
   * its events and a rolled-back one never does.
   */
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
    const keep = () => keepNumbering(app.db, app.log)
    await keep()
    app.db.availability.onReturn(() =>
      keep().catch((error) => app.log.warn({ err: error }, 'it is not known whether this is another server')),
    )
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

/**
 * Sent with every event, in batches, so that a change of ten thousand sellers sends twenty jobs. The webhooks plugin
 * registers its handler. `events` are numbers of rows (events.id).
 */
export const eventFanOut = {
  name: 'event-fan-out',
  data: Type.Object({ events: Type.Array(Type.Integer({ minimum: 1 })) }),
}
