import type { FastifyInstance } from 'fastify'
import { type Acting, audit } from '../../../src/platform/access/audit.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { idsOfNamed } from './named-sellers.ts'
import { STARTING } from './next-run.ts'
import { openRun } from './run-queries.ts'

/**
 * The id of the unfinished run of a period and these sellers, or of all active ones. A new one gets its job in the
 * transaction that opens it, or later, when the runs that it waits behind have ended.
 * @throws 400 that names a seller that is unknown or not active
 */
export const requestRun = (
  { db, jobs }: Pick<FastifyInstance, 'db' | 'jobs'>,
  acting: Acting,
  { period, seller_codes, by }: { period: string; seller_codes?: string[]; by?: By },
): Promise<number> =>
  db.transaction(async (tx) => {
    const seller_ids = await idsOfNamed(tx, seller_codes, by)
    const requested_by = acting?.actor.id ?? null
    const { id, is } = await openRun(tx, { period, seller_ids, requested_by })
    if (is === 'joined') return id
    if (is === 'opened') await jobs.send(tx, STARTING, { run_id: id, period })
    await audit(tx, acting, {
      action: 'scoring_run.requested',
      entity_id: id,
      after: { period, seller_codes },
    })
    return id
  })
