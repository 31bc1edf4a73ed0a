import { periodOf } from '../../src/domain/business-time.ts'
import { findDraft } from '../../src/domain/config/config-draft.ts'
import { currentRules } from '../../src/domain/config/current-rules.ts'
import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { factsDeletedOf } from '../../src/domain/facts/deleted-facts.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { badRequest, conflict } from '../../src/platform/http/problems.ts'
import { changeRules, type RuleChange } from '../../src/scoring/draft-rules.ts'
import { rulesProblem } from '../../src/scoring/rule-set.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { backtestRun } from './jobs/backtest-run.ts'
import { finishedMonths } from './months.ts'
import { countOpen, createBacktest } from './queries.ts'
import type { requestSchema } from './schemas.ts'
import { unscoredMonth } from './unscored-queries.ts'

/** So many backtests may be queued or running at a time. */
const MOST_OPEN = 20

/** Fixes the rules of both sides and queues the backtest. */
export const requestBacktest: Handler<typeof requestSchema> = (request) =>
  change(request, async (tx) => {
    const { body, server, actor } = request
    const { draft_id, from, to, bonus_base } = body
    const running = periodOf(server.clock.now(), server.env.BUSINESS_TIMEZONE)
    const months = finishedMonths(from, to, running)
    await requireAllFacts(tx, months)
    await requireScores(tx, months)
    const draft = await findDraft(tx, draft_id)
    if (!draft) throw badRequest('unknown_reference', `draft_id: there is no draft ${draft_id}`)
    const { name, changes, changes_sha256, guards } = draft
    const rules = await currentRules(tx, running)
    requireUsable(rules, changes)
    if ((await countOpen(tx)) >= MOST_OPEN)
      throw conflict(
        'too_many_backtests',
        `${MOST_OPEN} backtests are queued or running: wait for one of them, or cancel one`,
      )
    const id = await createBacktest(tx, {
      ...{ draft_id, name, from, to, bonus_base, changes, changes_sha256, guards, rules },
      rules_sha256: rulesHash(rules),
      requested_by: actor.id,
    })
    await server.jobs.send(tx, backtestRun, { backtest_id: id })
    await audit(tx, request, {
      action: 'backtest.requested',
      entity: 'backtest',
      entity_id: id,
      after: { draft_id, from, to, bonus_base, changes_sha256 },
    })
    return { success: true as const, id }
  })

/** @throws 400 that names a month whose facts are not all there any more */
async function requireAllFacts(tx: Sql, months: string[]) {
  for (const month of months) {
    const problem = await factsDeletedOf(tx, month)
    if (problem) throw badRequest('facts_deleted', `from, to: ${problem}`)
  }
}

/** @throws 400 that names a month without scores: a backtest of nothing would keep to every guard */
async function requireScores(tx: Sql, months: string[]) {
  const month = await unscoredMonth(tx, months)
  if (month !== undefined)
    throw badRequest(
      'month_not_scored',
      `from, to: ${month} has no scores: choose months that were calculated`,
    )
}

/** @throws 400 when the current rules have become such that the draft does not fit them any more */
function requireUsable(rules: RuleSet, changes: RuleChange[]) {
  const problem = problemOf(rules, changes)
  if (problem) throw badRequest('rules_unusable', `draft_id: the draft can't be used: ${problem}`)
}

function problemOf(rules: RuleSet, changes: RuleChange[]): string | null {
  try {
    return rulesProblem(changeRules(rules, changes))
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}
