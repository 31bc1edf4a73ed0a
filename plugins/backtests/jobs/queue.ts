import type { FastifyInstance } from 'fastify'
import type { Guards } from '../../../src/domain/config/config-draft.ts'
import { type Acting, audit } from '../../../src/platform/access/audit.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { RuleChange } from '../../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import { backtestRun } from './backtest-run.ts'

/** So many backtests may be queued or running at a time. */
export const MOST_OPEN = 20

/** What a new backtest is made of. */
export interface NewBacktest {
  draft_id: number
  name: string
  from: string
  to: string
  bonus_base: number
  changes: RuleChange[]
  changes_sha256: string
  guards: Guards
  rules: RuleSet
  rules_sha256: string
}

/** Makes a backtest and its job. Answers its id. */
export async function queueBacktest(
  tx: Transaction,
  { jobs }: Pick<FastifyInstance, 'jobs'>,
  acting: Acting,
  made: NewBacktest,
): Promise<number> {
  const { draft_id, name, from, to, bonus_base, changes, changes_sha256, guards, rules, rules_sha256 } = made
  const { id } = await tx.one<{ id: number }>`
    insert into backtests (draft_id, name, from_period, to_period, bonus_base, changes, changes_sha256, guards,
                           rules, rules_sha256, requested_by)
    values (${draft_id}, ${name}, ${from}, ${to}, ${bonus_base}, ${JSON.stringify(changes)}::jsonb,
            ${changes_sha256}, ${JSON.stringify(guards)}::jsonb, ${JSON.stringify(rules)}::jsonb, ${rules_sha256},
            ${acting?.actor.id ?? null})
    returning id`
  await jobs.send(tx, backtestRun, { backtest_id: id })
  await audit(tx, acting, {
    action: 'backtest.requested',
    entity_id: id,
    after: { draft_id, from, to, bonus_base, changes_sha256 },
  })
  return id
}
