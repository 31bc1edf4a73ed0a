import { httpErrors } from '@fastify/sensible'
import type { FastifyInstance } from 'fastify'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { findRun, pageOfRuns, type Run } from './run-queries.ts'
import type { listRunsSchema, runSchema } from './schemas.ts'

export const listRuns: Handler<typeof listRunsSchema> = ({ server, query }) => pageOfRuns(server.db, query)

export const getRun: Handler<typeof runSchema> = ({ server, params }) => knownRun(server, params.id)

/** The run. @throws 404 when there is none */
export async function knownRun({ db }: FastifyInstance, runId: number): Promise<Run> {
  const run = await findRun(db, runId)
  if (!run) throw httpErrors.notFound(`There is no scoring run ${runId}.`)
  return run
}
