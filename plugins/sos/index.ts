import type { FastifyInstance } from 'fastify'
import { readCode } from '../../src/domain/scores/engine.ts'
import { listMetricFacts } from './facts/list-facts.ts'
import { calculate, calculateNightly } from './runs/calculate.ts'
import { getRun, listRuns, RUN_QUESTIONS, watchRun } from './runs/runs.ts'
import { failedScoring, scoringBatch } from './runs/scoring-batch.ts'
import { scoringRun } from './runs/scoring-run.ts'
import { forgetSeenChanges } from './runs/unchanged-sellers.ts'
import { getCurrentScore } from './scores/current.ts'
import { getExplanation } from './scores/explain.ts'
import { getHistory, getMonthlyScore, listMonthlyScores, listTiers } from './scores/list.ts'
import { getReasons } from './scores/reasons.ts'
import { getSummary } from './scores/summary.ts'
import { finalizePeriod, finalizeScore, reviewScore } from './states/finalize.ts'

/** The jobs of a run and the feeds that it reads: scores are computed by what these load. */
export const RUN_FILES = [
  ...['plugins/sos/runs/scoring-run.ts', 'plugins/sos/runs/scoring-batch.ts'],
  'src/feeds/index.ts',
]

/** Scores: calculate, read, explain, review, finalize. */
export default async function plugin(app: FastifyInstance) {
  readCode(RUN_FILES) // now: workers begin before an onReady hook of this plugin comes
  for (const job of [failedScoring, scoringBatch, scoringRun, calculateNightly]) app.jobs.add(job)
  app.retention.work.push(forgetSeenChanges)
  app.metrics.ask(...RUN_QUESTIONS)

  const ofSeller = [getCurrentScore(app), getHistory, getExplanation, getReasons, listMetricFacts(app.feeds)]
  const ofMonth = [listTiers, listMonthlyScores, getMonthlyScore, getSummary]
  const changes = [calculate, finalizePeriod, reviewScore, finalizeScore]
  const runs = [listRuns, getRun, watchRun]
  for (const route of [...ofSeller, ...ofMonth, ...changes, ...runs]) app.route(route)
}
