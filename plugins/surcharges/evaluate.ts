import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { requireBegun } from '../../src/domain/business-time.ts'
import { chunksOf } from '../../src/domain/chunks.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { explainer, type KeptScore, warnOfMismatches } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M } from '../../src/domain/scores/score-row.ts'
import { MetricName } from '../../src/domain/scores/score-schemas.ts'
import { BULK_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Database, Sql, Transaction } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import { change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Model, Period, warnings } from '../../src/platform/schemas/schemas.ts'
import { type Decimals, decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { identityOf } from '../../src/scoring/in-force.ts'
import { isTooLarge, LARGEST_AMOUNT } from '../../src/scoring/largest-amount.ts'
import { evaluateSurcharges, type RuledSurcharge } from '../../src/scoring/surcharge-rules.ts'
import { createAll } from './create.ts'
import { lockSellers, type SurchargeRow } from './rows.ts'

const period = Period({ description: 'The month whose scores are looked at; not in the future' })
const dry_run = Type.Boolean({
  default: false,
  description: 'true: show what would be created and change nothing',
  examples: [false],
})

const EvaluatedSurcharge = Model('EvaluatedSurcharge', {
  seller_code: Type.String({ examples: ['S-1001'] }),
  company_name: Type.String({ examples: ['Ember Sports Ltd'] }),
  surcharge_type: Type.String({ examples: ['planning_overload'] }),
  amount: Type.Number({ examples: [126.9] }),
  rule_id: Type.Integer({ description: 'The configuration record that brings it', examples: [40] }),
  metric: MetricName({ examples: ['forecast_error'] }),
  value: Type.Number({ description: 'In the unit of the metric, to 6 decimals', examples: [63.45] }),
  threshold: Type.Number({ description: 'What the value is above', examples: [50] }),
  reason: Type.String({
    examples: [
      'Forecasts were more than 50 % off the orders: forecast_error was 63.45 %, and the limit is 50 %.',
    ],
  }),
  created: Type.Boolean({
    description:
      'Whether this evaluation created it, or in a dry run would; false where the rule has brought the seller one of this month before, whatever became of it and of the rule',
    examples: [true],
  }),
})

export const evaluateMonth = endpoint('POST', '/api/surcharges/evaluate', 'surcharges.write', {
  operationId: 'evaluateSurcharges',
  summary: 'Apply the surcharge rules to the scores of a month',
  description:
    'Looks at the scored sellers outside their grace period, and creates one pending surcharge per seller, period and rule. A repeat creates nothing new, also where the first was waived, or where the rule has changed since or been replaced by another of its surcharge type: what is there keeps its amount, and data shows what the rule would bring now. Emits what creating each of them emits. Where a rule without a cap brings more than a surcharge can be, the answer is 409 and nothing is created. Scores that another version of the service computed, and this one can’t explain, are left out and named in `warnings`.',
  body: Closed({ period, dry_run }),
  response: {
    200: Type.Object({
      success: Type.Literal(true, { examples: [true] }),
      period,
      dry_run,
      created: Type.Integer({
        description: 'How many were created, or in a dry run would be',
        examples: [1],
      }),
      existing: Type.Integer({ description: 'How many there were before', examples: [0] }),
      data: Type.Array(EvaluatedSurcharge, { description: 'All that the rules bring, by seller and rule' }),
      warnings,
    }),
  },
})(async (request) => {
  const { body, server } = request
  const { period, dry_run } = body
  requireBegun(server, period)
  const { due, mismatches } = await dueSurcharges(server.db, period, decimalsOfCurrency(server.env.CURRENCY))
  const warnings = warnOfMismatches(mismatches)
  const missing = await missingOf(server.db, period, due)
  return change(
    request,
    async (tx) => {
      const made = dry_run ? missing : await createMissing(tx, request, period, missing)
      const created = new Set(made.map(recordKey))
      return {
        ...{ success: true as const, period, dry_run },
        created: created.size,
        existing: due.length - created.size,
        data: due.map(({ rule: _, trigger_details, ...one }) => ({
          ...one,
          amount: Number(one.amount),
          reason: trigger_details.reason,
          created: created.has(recordKey(one)),
        })),
        ...(warnings.length > 0 && { warnings }),
      }
    },
    { ...BULK_TRANSACTION, bulk: true },
  )
})

const WRITTEN_AT_ONCE = 2_000

/** Of two evaluations at once the second waits for the locks of sellers, and then sees what the first has created. */
async function createMissing(
  tx: Transaction,
  request: FastifyRequest,
  period: string,
  missing: DueSurcharge[],
) {
  const made: SurchargeRow[] = []
  for (const part of chunksOf(missing, WRITTEN_AT_ONCE)) {
    const sellers = await lockSellers(tx, [...new Set(part.map(({ seller_id }) => seller_id))])
    const open = await missingOf(tx, period, part)
    const drafts = open.map(({ seller_id, rule_id, surcharge_type, amount, trigger_details }) => ({
      ...{ seller_id, period, surcharge_type, amount, trigger_details, rule_id },
      status: 'pending' as const,
    }))
    made.push(...(await createAll(tx, request, sellers, drafts)))
  }
  return made
}

/** What sellers have not had in the month by the same rule: by that record, or by another that it stands in for. */
async function missingOf(db: Sql, period: string, due: DueSurcharge[]): Promise<DueSurcharge[]> {
  const sellers = [...new Set(due.map(({ seller_id }) => seller_id))]
  const before = await db.rows<RuleKey>`
    select seller_id, rule_id, surcharge_type from surcharges
    where period = ${period} and seller_id = any(${sellers}::int[]) and rule_id is not null`
  const known = new Set(before.flatMap((one) => [recordKey(one), ruleKey(one)]))
  return due.filter((one) => !known.has(recordKey(one)) && !known.has(ruleKey(one)))
}

type RuleKey = Pick<SurchargeRow, 'seller_id' | 'rule_id' | 'surcharge_type'>
const recordKey = ({ seller_id, rule_id }: RuleKey) => `${seller_id} ${rule_id}`
const ruleKey = (one: RuleKey) => `${one.seller_id}: ${identityOf('surcharge', one)}`

type DueSurcharge = RuledSurcharge &
  Pick<Score, 'seller_id' | 'seller_code' | 'company_name'> & { rule_id: number }

/** A score holds some kilobytes of metrics, so a month is read in parts. */
const SELLERS_AT_A_TIME = 500

/** By seller and rule; `mismatches` are scores of other code. @throws 409 when one is more than an amount can be */
async function dueSurcharges(db: Database, period: string, decimals: Decimals) {
  const { surcharge: rules } = await rulesOf(db, ['surcharge'], period)
  const { explain } = explainer(db)
  const due: DueSurcharge[] = []
  const mismatches: { seller_code: string; period: string }[] = []
  for (let after = 0; ; ) {
    const scores = await scoresAfter(db, period, after)
    for (const score of scores) {
      const { seller_id, seller_code, company_name, is_grace_period } = score
      const explained = await explain(score)
      if (!explained) mismatches.push({ seller_code, period })
      const metrics = explained?.explanation.metrics ?? []
      for (const surcharge of evaluateSurcharges(rules, { metrics, is_grace_period }, decimals))
        due.push(storable({ ...surcharge, rule_id: surcharge.rule.id, seller_id, seller_code, company_name }))
    }
    await setImmediate()
    const last = scores.at(-1)
    if (!last || scores.length < SELLERS_AT_A_TIME) return { due, mismatches }
    after = last.seller_id
  }
}

function storable(due: DueSurcharge): DueSurcharge {
  const { rule_id, surcharge_type, seller_code, amount } = due
  if (isTooLarge(amount))
    throw conflict(
      'surcharge_too_large',
      `rule ${rule_id} (${surcharge_type}) brings seller ${seller_code} more than ${LARGEST_AMOUNT}, the most that a surcharge can be: give the rule a cap`,
    )
  return due
}

interface Score extends KeptScore {
  seller_id: number
  seller_code: string
  company_name: string
}

/**
 * The scores of a period that count and are outside grace, in the order of their sellers, with what is kept of them.
 * Who is on the page is settled first, so that no explanation of another seller is looked up or sorted. Without a name
 * the statement is planned each time: a plan kept from when the tables were small reads them whole for every seller.
 */
const scoresAfter = (db: Database, period: string, after: number) =>
  db.rows<Score>(
    `with page as materialized (
       select * from ${COUNTED_SCORES} m
       where period = $1 and not is_grace_period and seller_id > $2
       order by seller_id limit $3
     )
     select seller_id, s.seller_code, s.company_name, e.run_id, e.inputs, e.explanation, ${NUMBERS_OF_M}
     from page m
       join sellers s on s.id = seller_id
       join score_explanations e using (seller_id, period, revision)
     order by seller_id`,
    [period, after, SELLERS_AT_A_TIME],
  )
