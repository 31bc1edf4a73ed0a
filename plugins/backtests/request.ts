import { runningPeriod } from '../../src/domain/business-time.ts'
import { findDraft } from '../../src/domain/config/config-draft.ts'
import { currentRules } from '../../src/domain/config/current-rules.ts'
import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { requireDecimals } from '../../src/domain/decimals.ts'
import { factsDeletedOf } from '../../src/domain/facts/retention-deletions.ts'
import { finishedMonths } from '../../src/domain/finished-months.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { BACKTESTS, countOpen } from '../../src/runs/run-tables.ts'
import { changeRules, type RuleChange } from '../../src/scoring/draft-rules.ts'
import { rulesProblem } from '../../src/scoring/rule-set.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { backtestRun } from './jobs.ts'
import type { requestRoute } from './schemas.ts'

/** So many backtests may be queued or running at a time. */
const MOST_OPEN = 20

/**
 * Fixes what a backtest is made of and queues it: the rules of both sides are those of the running month, and as a draft
 * changes them.
 */
export const requestBacktest: Handler<typeof requestRoute> = (request) =>
  change(request, async (tx) => {
    const { body, server } = request
    const { draft_id, from, to, bonus_base = 0 } = body
    requireDecimals('bonus_base', bonus_base, server.env.CURRENCY)
    const running = runningPeriod(server)
    const months = finishedMonths(from, to, running)
    await requireAllFacts(tx, months)
    await requireScores(tx, months)
    const draft = await findDraft(tx, draft_id)
    if (!draft) throw badRequest('unknown_reference', `draft_id: there is no draft ${draft_id}`)
    const { name, changes, changes_sha256, guards } = draft
    const rules = await currentRules(tx, running)
    requireUsable(rules, changes)
    if ((await countOpen(tx, BACKTESTS)) >= MOST_OPEN)
      throw conflict(
        'too_many_backtests',
        `${MOST_OPEN} backtests are queued or running: wait for one of them, or cancel one`,
      )
    const id = await tx.value<number>`
      insert into backtests (draft_id, name, from_period, to_period, bonus_base, changes, changes_sha256, guards,
                             rules, rules_sha256, requested_by)
      values (${draft_id}, ${name}, ${from}, ${to}, ${bonus_base}, ${JSON.stringify(changes)}::jsonb,
              ${changes_sha256}, ${JSON.stringify(guards)}::jsonb, ${JSON.stringify(rules)}::jsonb,
              ${rulesHash(rules)}, ${request.actor.id})
      returning id`
    await server.jobs.send(tx, backtestRun, { backtest_id: id })
    const after = { draft_id, from, to, bonus_base, changes_sha256 }
    await audit(tx, request, { action: 'backtest.requested', entity_id: id, after })
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
  const unscored = await tx.row<{ month: string }>(
    `select month from unnest($1::text[]) month
     where not exists (select from ${COUNTED_SCORES} m where period = month) order by month limit 1`,
    [months],
  )
  if (unscored)
    throw badRequest(
      'month_not_scored',
      `from, to: ${unscored.month} has no scores: choose months that were calculated`,
    )
}

/** @throws 400 when the current rules have become such that the draft does not fit them any more */
function requireUsable(rules: RuleSet, changes: RuleChange[]) {
  let problem: string | null
  try {
    problem = rulesProblem(changeRules(rules, changes))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problem = error.message
  }
  if (problem) throw badRequest('rules_unusable', `draft_id: the draft can't be used: ${problem}`)
}
