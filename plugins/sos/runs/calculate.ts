import type { FastifyInstance } from 'fastify'
import { runningPeriod } from '../../../src/domain/business-time.ts'
import { FACTS_DELETED } from '../../../src/domain/facts/retention-deletions.ts'
import { warnOfUnrated } from '../../../src/domain/scores/unrated.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import {
  badRequest,
  clientClosedRequest,
  conflict,
  serviceUnavailable,
} from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { answerOnce } from '../../../src/platform/http/requests/idempotency.ts'
import { isAnyWorkerAlive, NO_WORKER } from '../../../src/platform/jobs/job-status.ts'
import { requestRun } from './request-run.ts'
import { findRun, openProgress, UNUSABLE_RULES } from './run-queries.ts'
import { countsOf } from './runs.ts'
import type { Calculation, calculateRoute, QueuedCalculation, Run } from './schemas.ts'
import { resultsOfRun } from './score-queries.ts'

/** Starts or joins the run of a period, and waits for it unless asked not to. */
export const calculate: Handler<typeof calculateRoute> = async (request, reply) => {
  const { server, body, headers, query } = request
  const { period, seller_codes } = body
  if (period > runningPeriod(server))
    throw badRequest('period_in_future', `period ${period} lies in the future`)
  const answer = await answerOnce<Calculation | QueuedCalculation>(request, async () => {
    const id = await requestRun(server, request, { period, seller_codes, by: query.by })
    return prefersAsync(headers.prefer)
      ? queued(server, id)
      : waitedFor(server, id, clientDisconnected(reply))
  })
  if (!('href' in answer)) return answer
  reply.code(202).header('location', answer.href).header('preference-applied', 'respond-async')
  return reply.send(answer) as never
}

const prefersAsync = (prefer = '') => prefer.split(/[,;]/).some((word) => word.trim() === 'respond-async')

async function queued({ db }: FastifyInstance, runId: number): Promise<QueuedCalculation> {
  const run = await findRun(db, runId)
  return { run_id: runId, status: run?.status ?? 'queued', href: `/api/sos/runs/${runId}` }
}

/** Waits for the end of a run and answers its result. @throws the reason why there is none */
async function waitedFor(
  server: FastifyInstance,
  runId: number,
  disconnected: AbortSignal,
): Promise<Calculation> {
  const run = await endOf(server, runId, disconnected)
  if (disconnected.aborted) throw clientClosedRequest('caller_gone', 'The caller has gone.')
  if (run?.status === 'failed') throw failureOf(run)
  if (run?.status !== 'completed') throw await notYet(server, runId)
  const results = await resultsOfRun(server.db, run)
  const { period, sellers_scored, sellers_final } = run
  const counts = countsOf(run)
  return {
    period,
    sellers_scored,
    results,
    sellers_final,
    ...counts,
    run_id: runId,
    ...warnOfUnrated(counts),
  }
}

/** The run once it has ended or made no progress for too long; undefined when the caller or the server goes. */
function endOf({ db, env, jobs }: FastifyInstance, runId: number, disconnected: AbortSignal) {
  let seen = { progress: '', at: performance.now() }
  return jobs.until(async () => {
    const run = await findRun(db, runId)
    if (run?.finished_at) return run
    const before = run?.status === 'queued' ? await openProgress(db, run.period) : undefined
    const progress = JSON.stringify([run?.status, run?.batches_done, before])
    if (progress !== seen.progress) seen = { progress, at: performance.now() }
    return performance.now() - seen.at >= env.CALCULATE_WAIT_SECONDS * 1000 ? run : undefined
  }, disconnected)
}

/** A configuration that can't be used is for the caller to fix; the reason of any other failure is the run's. */
function failureOf({ id, period, error }: Run) {
  const sentence = `Scoring run ${id} of ${period} failed. ${error}`
  if (error?.startsWith(UNUSABLE_RULES)) return conflict('run_failed', sentence)
  if (error?.startsWith(FACTS_DELETED)) return conflict('facts_deleted', sentence)
  return new Error(sentence)
}

async function notYet({ db }: FastifyInstance, runId: number) {
  const nobody = (await isAnyWorkerAlive(db)) ? '' : ` ${NO_WORKER}`
  return serviceUnavailable(
    'run_in_progress',
    `Scoring run ${runId} is not done yet and goes on by itself; GET /api/sos/runs/${runId} says how far it is.${nobody}`,
  )
}
