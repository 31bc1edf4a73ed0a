import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { readCode } from '../../src/domain/scores/engine.ts'
import { listMetricFacts } from './facts/list-facts.ts'
import { factsRoute } from './facts/schemas.ts'
import { calculate, calculateNightly } from './runs/calculate.ts'
import { getRun, listRuns, RUN_QUESTIONS, watchRun } from './runs/runs.ts'
import { calculateRoute, listRunsRoute, runProgressRoute, runRoute } from './runs/schemas.ts'
import { failedScoring, scoringBatch } from './runs/scoring-batch.ts'
import { scoringRun } from './runs/scoring-run.ts'
import { forgetSeenChanges } from './runs/unchanged-sellers.ts'
import { getExplanation, getReasons } from './scores/explain.ts'
import {
  currentScoreReader,
  getHistory,
  getMonthlyScore,
  listMonthlyScores,
  listTiers,
} from './scores/get.ts'
import { reasonsRoute } from './scores/reasons-schema.ts'
import {
  currentScoreRoute,
  explanationRoute,
  historyRoute,
  monthlyRoute,
  monthlyScoreRoute,
  tiersRoute,
} from './scores/schemas.ts'
import { getSummary } from './scores/summary.ts'
import { summaryRoute } from './scores/summary-schemas.ts'
import { finalizePeriod, finalizeScore } from './states/finalize.ts'
import { reviewScore } from './states/review.ts'
import { finalizePeriodRoute, finalizeRoute, reviewRoute } from './states/schemas.ts'

/** The jobs of a run and the feeds that it reads: scores are computed by what these load. */
export const RUN_FILES = [
  ...['plugins/sos/runs/scoring-run.ts', 'plugins/sos/runs/scoring-batch.ts'],
  'src/feeds/index.ts',
]

/** Scores: calculate, read, explain, review, finalize. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  readCode(RUN_FILES) // now: workers begin before an onReady hook of this plugin comes
  for (const job of [failedScoring, scoringBatch, scoringRun, calculateNightly]) app.jobs.add(job)
  app.retention.work.push(forgetSeenChanges)
  app.metrics.ask(...RUN_QUESTIONS)

  app.route({ ...currentScoreRoute, handler: currentScoreReader(app) })
  app.route({ ...historyRoute, handler: getHistory })
  app.route({ ...explanationRoute, handler: getExplanation })
  app.route({ ...reasonsRoute, handler: getReasons })
  app.route({ ...factsRoute(app.feeds), handler: listMetricFacts })
  app.route({ ...tiersRoute, handler: listTiers })
  app.route({ ...monthlyRoute, handler: listMonthlyScores })
  app.route({ ...monthlyScoreRoute, handler: getMonthlyScore })
  app.route({ ...summaryRoute, handler: getSummary })
  app.route({ ...calculateRoute, handler: calculate })
  app.route({ ...finalizePeriodRoute, handler: finalizePeriod })
  app.route({ ...reviewRoute, handler: reviewScore })
  app.route({ ...finalizeRoute, handler: finalizeScore })
  app.route({ ...listRunsRoute, handler: listRuns })
  app.route({ ...runRoute, handler: getRun })
  app.route({ ...runProgressRoute, handler: watchRun })
}

export default fp(plugin, {
  name: 'sos',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope', 'jobs', 'events', 'metrics', 'retention'],
})
