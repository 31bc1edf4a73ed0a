import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { requireBegun, runningPeriod, shiftPeriod } from '../../../src/domain/business-time.ts'
import { FACTS_DELETED } from '../../../src/domain/facts/retention-deletions.ts'
import { RatedCounts, warnOfUnrated } from '../../../src/domain/scores/counted-scores.ts'
import { BeforeContract, IsRated, Total } from '../../../src/domain/scores/score-record.ts'
import { type SellerRef, unknownSellers } from '../../../src/domain/sellers/find-seller.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import type { KnownError } from '../../../src/platform/http/errors/error-codes.ts'
import {
  badRequest,
  clientClosedRequest,
  conflict,
  serviceUnavailable,
} from '../../../src/platform/http/errors/problems.ts'
import { type Acting, answerOnce, audit } from '../../../src/platform/http/requests/change.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { NOT_TAKEN } from '../../../src/platform/jobs/queue-queries.ts'
import { Closed, count, Id, Period, readAs, Text, warnings } from '../../../src/platform/schemas/schemas.ts'
import { findRun, isFinal, openRun, openRunOf, STARTING, UNUSABLE_RULES } from './run-queries.ts'
import { countsOf, type Run, RunStatus } from './runs.ts'
import { resultsOfRun } from './score-queries.ts'

/** One name is a list of one, and a number is an id. */
const readNames = (value: unknown) => {
  if (Number.isInteger(value) || (typeof value === 'string' && value.trim() !== '')) return [String(value)]
  return Array.isArray(value) ? value.map((name) => (Number.isInteger(name) ? String(name) : name)) : value
}

const Calculation = Type.Object({
  period: Period(),
  sellers_scored: count('Sellers whose score was written', 1),
  results: Type.Array(
    Type.Object({
      seller_id: Type.String({ description: 'The seller’s code', examples: ['SELLER-001'] }),
      seller_code: Type.String({
        description: 'The same, as all other answers call it',
        examples: ['SELLER-001'],
      }),
      total_sos: Total(),
      is_rated: IsRated,
      tier: Type.String({ description: 'Name of the tier', examples: ['Silver'] }),
      grace: Type.Boolean({ examples: [false] }),
      before_contract: BeforeContract,
    }),
    { description: 'The scores that the run wrote, in the order of seller codes' },
  ),
  sellers_final: count('Sellers left out because their score is final, or an appeal has revised it', 0),
  ...RatedCounts,
  run_id: Id(),
  warnings,
})
export type Calculation = Static<typeof Calculation>

const QueuedCalculation = Type.Object(
  {
    run_id: Id(),
    status: RunStatus,
    href: Type.String({ description: 'Where the run’s progress is', examples: ['/api/sos/runs/1'] }),
  },
  { description: 'With `Prefer: respond-async`: the run was started or joined' },
)
type QueuedCalculation = Static<typeof QueuedCalculation>

export const calculate = endpoint('POST', '/api/sos/monthly/calculate', 'scores.calculate', {
  config: { waits: true },
  operationId: 'calculateScores',
  summary: 'Score all active sellers for a period',
  description:
    'Starts a scoring run of the period and answers when it is done. It joins an unfinished run of the same sellers, and waits until one of other sellers has ended: a period has one run at a time. Scores that are final, or that an approved appeal has revised, stay as they are. With `Prefer: respond-async` it answers 202 at once. 409 when retention has deleted facts of the month. 503 when the run makes no progress for CALCULATE_WAIT_SECONDS; the run goes on by itself and the sentence holds its id.',
  headers: Type.Object({
    prefer: Type.Optional(
      Type.String({ description: '`respond-async`: don’t wait for the run', examples: ['respond-async'] }),
    ),
  }),
  body: Closed({
    period: Period({ description: 'The month to score, YYYY-MM; not in the future' }),
    seller_codes: Type.Optional(
      readAs(
        Type.Array(Text(100), {
          minItems: 1,
          maxItems: 10_000,
          description:
            'Codes of active sellers: only these are scored, and the scores of others stay. Left out: all active sellers',
          examples: [['S-1001', 'S-1002']],
        }),
        readNames,
      ),
    ),
  }),
  response: { 200: Calculation, 202: QueuedCalculation },
})(async (request, reply) => {
  const { server, body, headers } = request
  const { period, seller_codes } = body
  requireBegun(server, period)
  const answer = await answerOnce<Calculation | QueuedCalculation>(request, async () => {
    const id = await requestRun(server, request, { period, seller_codes })
    if (!prefersAsync(headers.prefer)) return waitedFor(server, id, clientDisconnected(reply))
    const run = await findRun(server.db, id)
    return { run_id: id, status: run?.status ?? 'queued', href: `/api/sos/runs/${id}` }
  })
  if (!('href' in answer)) return answer
  reply.code(202).header('location', answer.href).header('preference-applied', 'respond-async')
  return reply.send(answer) as never
})

const prefersAsync = (prefer = '') => prefer.split(/[,;]/).some((word) => word.trim() === 'respond-async')

/** Waits for the end of a run and answers its result. @throws the reason why there is none */
async function waitedFor(server: FastifyInstance, runId: number, disconnected: AbortSignal) {
  const run = await endOf(server, runId, disconnected)
  if (disconnected.aborted) throw clientClosedRequest('caller_gone', 'The caller has gone.')
  if (run?.status === 'failed') throw failureOf(run)
  if (run?.status !== 'completed') throw notYet(runId, run?.status === 'queued')
  const results = await resultsOfRun(server.db, run)
  const { period, sellers_scored, sellers_final } = run
  const counts = { ...countsOf(run), sellers_final }
  return { period, sellers_scored, results, ...counts, run_id: runId, ...warnOfUnrated(counts) }
}

/** The run once it has ended or made no progress for too long; undefined when the caller or the server goes. */
function endOf({ db, env, jobs }: FastifyInstance, runId: number, disconnected: AbortSignal) {
  let seen = { progress: '', at: performance.now() }
  return jobs.until(async () => {
    const run = await findRun(db, runId)
    if (run?.finished_at) return run
    const before = run?.status === 'queued' ? await openRunOf(db, run.period) : undefined
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

const notYet = (runId: number, isQueued: boolean) =>
  serviceUnavailable(
    'run_in_progress',
    `Scoring run ${runId} is not done yet and goes on by itself; GET /api/sos/runs/${runId} says how far it is.${isQueued ? ` ${NOT_TAKEN}` : ''}`,
  )

/**
 * The id of the unfinished run of a period and these sellers, or of all active ones. A new one gets its job in the
 * transaction that opens it, or later, when the runs that it waits behind have ended.
 * @throws 400 that names a seller that is unknown or not active
 */
const requestRun = (
  { db, jobs }: Pick<FastifyInstance, 'db' | 'jobs'>,
  acting: Acting,
  { period, seller_codes }: { period: string; seller_codes?: string[] },
): Promise<number> =>
  db.transaction(async (tx) => {
    const seller_ids = await idsOfNamed(tx, seller_codes)
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

/** The ids, in their order, of named sellers. @throws 400 that names one that is unknown or not active */
async function idsOfNamed(tx: Sql, codes: string[] = []): Promise<number[]> {
  if (codes.length === 0) return []
  const found = await tx.rows<Pick<SellerRef, 'seller_id' | 'seller_code' | 'status'>>(
    'select id as seller_id, seller_code, status from sellers where seller_code = any($1::text[]) order by id',
    [codes],
  )
  const known = new Set(found.map(({ seller_code }) => seller_code))
  const unknown = codes.filter((code) => !known.has(code))
  if (unknown.length > 0) throw unknownSellers(unknown)
  const inactive = found.find(({ status }) => status !== 'active')
  if (inactive)
    throw badRequest(
      'seller_not_active',
      `seller_codes: ${inactive.seller_code} is ${inactive.status}, and only active sellers are scored`,
    )
  return found.map(({ seller_id }) => seller_id)
}

/** With CALCULATE_NIGHTLY alone. A second run joins the runs of the first, or calculates the same scores again. */
export const calculateNightly = defineJob({
  name: 'calculate-nightly',
  data: Type.Object({}),
  schedule: '45 2 * * *',
  async handler(app) {
    const { CALCULATE_NIGHTLY } = app.env
    if (CALCULATE_NIGHTLY !== 'on') return
    const running = runningPeriod(app)
    const before = shiftPeriod(running, -1)
    if (!(await isFinal(app.db, before))) await requestNightly(app, before)
    await requestNightly(app, running)
  },
})

/** A month that can't be calculated any more keeps no other from being calculated. */
async function requestNightly(app: FastifyInstance, period: string) {
  try {
    await requestRun(app, null, { period })
  } catch (error) {
    if ((error as KnownError).errorCode !== 'facts_deleted') throw error
    app.log.warn({ period }, (error as Error).message)
  }
}
