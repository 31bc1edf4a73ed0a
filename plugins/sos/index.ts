import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { readCode } from '../../src/domain/scores/engine.ts'
import { forgetSeenChanges } from './changes/forget-changes.ts'
import { listFacts } from './facts/list-facts.ts'
import { factsSchema } from './facts/schemas.ts'
import { calculate } from './runs/calculate.ts'
import { calculateNightly } from './runs/calculate-nightly.ts'
import { failedScoring } from './runs/failed-scoring.ts'
import { watchRun } from './runs/progress.ts'
import { RUN_QUESTIONS } from './runs/run-metrics.ts'
import { getRun, listRuns } from './runs/runs.ts'
import { calculateSchema, listRunsSchema, runProgressSchema, runSchema } from './runs/schemas.ts'
import { scoringBatch } from './runs/scoring-batch.ts'
import { scoringRun } from './runs/scoring-run.ts'
import { currentScoreReader } from './scores/current-score.ts'
import { explanationReader } from './scores/explain.ts'
import { keepMissingExplanations } from './scores/missing-explanations.ts'
import { getHistory, getMonthlyScore, listMonthlyScores, listTiers } from './scores/reading.ts'
import { getReasons } from './scores/reasons.ts'
import { reasonsSchema } from './scores/reasons-schema.ts'
import {
  currentScoreSchema,
  explanationSchema,
  historySchema,
  monthlySchema,
  monthlyScoreSchema,
  tiersSchema,
} from './scores/schemas.ts'
import { getSummary } from './scores/summary.ts'
import { summarySchema } from './scores/summary-schemas.ts'
import { finalizePeriod, finalizeScore } from './states/finalize.ts'
import { reviewScore } from './states/review.ts'
import { finalizePeriodSchema, finalizeSchema, reviewSchema } from './states/schemas.ts'

/** Scores: calculate, read, explain, review, finalize. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  readCode() // now: workers begin before an onReady hook of this plugin comes
  for (const job of [failedScoring, scoringBatch, scoringRun, calculateNightly]) app.jobs.add(job)
  app.retention.also(forgetSeenChanges)
  app.retention.also(keepMissingExplanations)
  app.metrics.ask(...RUN_QUESTIONS)

  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score',
    config: { permission: 'seller-scores.read', answersTag: true },
    schema: currentScoreSchema,
    handler: currentScoreReader(app),
  })
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/history',
    config: { permission: 'seller-scores.read', answersTag: true },
    schema: historySchema,
    handler: getHistory,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/explanation',
    config: { permission: 'seller-scores.read', answersTag: 'version' },
    schema: explanationSchema,
    handler: explanationReader(app),
  })
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/reasons',
    config: { permission: 'seller-scores.read', reads: 'rows', answersTag: true },
    schema: reasonsSchema,
    handler: getReasons,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/sellers/:seller_code/score/facts',
    config: { permission: 'seller-scores.read' },
    schema: factsSchema,
    handler: listFacts,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/tiers',
    config: { access: 'public', answersTag: true },
    schema: tiersSchema,
    handler: listTiers,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/monthly',
    config: { permission: 'scores.read' },
    schema: monthlySchema,
    handler: listMonthlyScores,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/monthly/:id',
    config: { permission: 'scores.read' },
    schema: monthlyScoreSchema,
    handler: getMonthlyScore,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/monthly/summary',
    config: { permission: 'scores.read', reads: 'sums', answersTag: true },
    schema: summarySchema,
    handler: getSummary,
  })
  app.route({
    method: 'POST',
    url: '/api/sos/monthly/calculate',
    config: { permission: 'scores.write', waits: true },
    schema: calculateSchema,
    handler: calculate,
  })
  app.route({
    method: 'POST',
    url: '/api/sos/monthly/finalize',
    config: { permission: 'scores.write' },
    schema: finalizePeriodSchema,
    handler: finalizePeriod,
  })
  app.route({
    method: 'PATCH',
    url: '/api/sos/monthly/:id/review',
    config: { permission: 'scores.write' },
    schema: reviewSchema,
    handler: reviewScore,
  })
  app.route({
    method: 'PATCH',
    url: '/api/sos/monthly/:id/finalize',
    config: { permission: 'scores.write' },
    schema: finalizeSchema,
    handler: finalizeScore,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/runs',
    config: { permission: 'scores.read' },
    schema: listRunsSchema,
    handler: listRuns,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/runs/:id',
    config: { permission: 'scores.read' },
    schema: runSchema,
    handler: getRun,
  })
  app.route({
    method: 'GET',
    url: '/api/sos/runs/:id/progress',
    config: { permission: 'scores.read', waits: true },
    schema: runProgressSchema,
    handler: watchRun,
  })
}

export const sos = fp(plugin, {
  name: 'sos',
  encapsulate: true,
  dependencies: ['database', 'access', 'jobs', 'notifications', 'events', 'metrics', 'retention'],
})
