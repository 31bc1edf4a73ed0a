import { runningPeriod } from '../../src/domain/business-time.ts'
import type { ConfigDraft } from '../../src/domain/config/config-draft.ts'
import { holdRules, rulesHash } from '../../src/domain/config/rules-hash.ts'
import { requireDecimals } from '../../src/domain/decimals.ts'
import { factsDeletedOf } from '../../src/domain/facts/retention-deletions.ts'
import { Amount } from '../../src/domain/field-schemas.ts'
import { finishedMonths } from '../../src/domain/finished-months.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { currentRules } from '../../src/domain/scores/effective-rules.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Created, Id, Period } from '../../src/platform/schemas/schemas.ts'
import { BACKTESTS, countOpen } from '../../src/runs/run-tables.ts'
import { changeRules, type RuleChange } from '../../src/scoring/draft-rules.ts'
import { rulesProblem } from '../../src/scoring/rule-set.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import { backtestRun } from './jobs.ts'

const MOST_OPEN = 20

export const requestBacktest = endpoint('POST', '/api/backtests', 'drafts.write', {
  operationId: 'requestBacktest',
  summary: 'Try a draft on past months',
  description:
    'Scores finished months twice, on the facts as of each month’s end as they are known today: by the rules that are effective in the running month, and by these with the draft’s changes. Nothing else is written, no event is published and nobody is charged. 400 for months that are not over, are more than 24, have no scores, or whose facts retention has deleted; 409 when 20 backtests are queued or running.',
  body: Closed({
    draft_id: Id({ description: 'The draft' }),
    from: Period({ description: 'The first month', examples: ['2025-06'] }),
    to: Period({ description: 'The last month, which is over', examples: ['2026-05'] }),
    bonus_base: Amount({
      default: 0,
      description: 'What the percent of an account manager’s band is of',
      examples: [1000],
    }),
  }),
  response: { 200: Created },
})((request) =>
  change(request, async (tx) => {
    const { body, server } = request
    const { draft_id, from, to, bonus_base = 0 } = body
    requireDecimals('bonus_base', bonus_base, server.env.CURRENCY)
    const running = runningPeriod(server)
    const months = finishedMonths(from, to, running)
    await requireAllFacts(tx, months)
    await requireScores(tx, months)
    const draft = await tx.row<ConfigDraft>`select * from config_drafts where id = ${draft_id}`
    if (!draft) throw badRequest('unknown_reference', `draft_id: there is no draft ${draft_id}`)
    const { name, changes, changes_sha256, guards } = draft
    await holdRules(tx)
    const rules = await currentRules(tx, running)
    requireUsable(rules, changes)
    if ((await countOpen(tx, BACKTESTS)) >= MOST_OPEN)
      throw conflict(
        'too_many_backtests',
        `${MOST_OPEN} backtests are queued or running: wait for one of them, or cancel one`,
      )
    const id = await tx.value<number>`
      insert into backtests (draft_id, name, from_period, to_period, bonus_base, changes, changes_sha256, guards,
                             rules, rules_sha256, requested_by, created_at)
      values (${draft_id}, ${name}, ${from}, ${to}, ${bonus_base}, ${JSON.stringify(changes)}::jsonb,
              ${changes_sha256}, ${JSON.stringify(guards)}::jsonb, ${JSON.stringify(rules)}::jsonb,
              ${rulesHash(rules)}, ${request.actor.id}, statement_timestamp())
      returning id`
    await server.jobs.send(tx, backtestRun, { backtest_id: id })
    const after = { draft_id, from, to, bonus_base, changes_sha256 }
    await audit(tx, request, { action: 'backtest.requested', entity_id: id, after })
    return { success: true as const, id }
  }),
)

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
