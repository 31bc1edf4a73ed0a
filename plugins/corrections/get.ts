import type { FastifyInstance } from 'fastify'
import { conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { isAnyWorkerAlive, NO_WORKER } from '../../src/platform/jobs/job-status.ts'
import { findCorrection, pageOfCorrections, sumsOf } from './queries.ts'
import type { Correction, getRoute, listRoute } from './schemas.ts'

export const listCorrections: Handler<typeof listRoute> = ({ server, query }) =>
  pageOfCorrections(server.db, query)

export const getCorrection: Handler<typeof getRoute> = async ({ server: { db }, params: { id } }) => {
  const correction = found(await findCorrection(db, id), id)
  const isWorkedOn = ['queued', 'computing', 'applying'].includes(correction.status)
  const waits = isWorkedOn && !(await isAnyWorkerAlive(db))
  return {
    ...correction,
    waiting_for: waits ? NO_WORKER : null,
    found: correction.computed_at === null ? null : await sumsOf(db, id),
  }
}

/** @throws 404 */
export function found<Row>(row: Row | undefined, id: number): Row {
  if (!row) throw notFound('correction_not_found', `There is no correction ${id}.`)
  return row
}

/** The correction, once it is computed. @throws 404, or 409 while it is not */
export async function computed({ db }: Pick<FastifyInstance, 'db'>, id: number): Promise<Correction> {
  const correction = found(await findCorrection(db, id), id)
  if (correction.computed_at === null)
    throw conflict(
      'correction_not_computed',
      `Correction ${id} is ${correction.status}, and only a computed one knows who changes.`,
    )
  return correction
}
