import type { FastifyInstance } from 'fastify'
import { type RatedCounts, warnOfUnrated } from '../../../src/domain/scores/unrated.ts'
import { withTag } from '../../../src/platform/http/entity-tag.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { notFound } from '../../../src/platform/http/problems.ts'
import { findRun, pageOfRuns, type Run } from './run-queries.ts'
import type { listRunsSchema, runSchema } from './schemas.ts'
import { waitingOf } from './waiting.ts'

export const listRuns: Handler<typeof listRunsSchema> = ({ server, query }) => pageOfRuns(server.db, query)

export const getRun: Handler<typeof runSchema> = ({ server, params: { id } }, reply) =>
  withTag(reply, server.db, 'scoring_runs', { id }, async () => {
    const run = await knownRun(server, id)
    return { ...run, ...(await waitingOf(server, run)), ...warnOfUnrated(countsOf(run)) }
  })

/** How many scores of a run are rated; a run of release 0.1.0 has not counted. */
export const countsOf = ({ rated, unrated, unrated_reasons }: Run): RatedCounts => ({
  rated: rated ?? 0,
  unrated: unrated ?? 0,
  unrated_reasons: unrated_reasons ?? [],
})

/** The run. @throws 404 when there is none */
export async function knownRun({ db }: FastifyInstance, runId: number): Promise<Run> {
  const run = await findRun(db, runId)
  if (!run) throw notFound('scoring_run_not_found', `There is no scoring run ${runId}.`)
  return run
}
