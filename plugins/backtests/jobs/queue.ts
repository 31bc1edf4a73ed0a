import type { FastifyInstance } from 'fastify'
import type { Guards } from '../../../src/domain/config/config-draft.ts'
import { type Acting, audit } from '../../../src/platform/access/audit.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import type { RuleChange } from '../../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import type { BacktestKind } from '../schemas.ts'
import { backtestRun } from './backtest-run.ts'

/** So many backtests may be queued or running at a time. */
export const MOST_OPEN = 20

/** What a new backtest is made of; a drift has no draft, and each of its scores has the rules of its own run. */
export interface NewBacktest {
  kind: BacktestKind
  draft_id: number | null
  name: string
  from: string
  to: string
  bonus_base: number
  changes: RuleChange[]
  changes_sha256: string
  guards: Guards
  rules: RuleSet | null
  rules_sha256: string
}

/** Makes a backtest and its job; `acting` is null for the service itself. Answers its id. */
export async function queueBacktest(
  tx: Transaction,
  { jobs }: Pick<FastifyInstance, 'jobs'>,
  acting: Acting,
  made: NewBacktest,
): Promise<number> {
  const { kind, draft_id, name, from, to, bonus_base, changes, changes_sha256, guards, rules, rules_sha256 } =
    made
  const { id } = await tx.one<{ id: number }>`
    insert into backtests (kind, draft_id, name, from_period, to_period, bonus_base, changes, changes_sha256, guards,
                           rules, rules_sha256, requested_by)
    values (${kind}, ${draft_id}, ${name}, ${from}, ${to}, ${bonus_base}, ${JSON.stringify(changes)}::jsonb,
            ${changes_sha256}, ${JSON.stringify(guards)}::jsonb, ${JSON.stringify(rules ?? {})}::jsonb, ${rules_sha256},
            ${acting?.actor.id ?? null})
    returning id`
  await jobs.send(tx, backtestRun, { backtest_id: id })
  await audit(tx, acting, {
    action: 'backtest.requested',
    entity_id: id,
    after: kind === 'drift' ? { kind, from, to } : { draft_id, from, to, bonus_base, changes_sha256 },
  })
  return id
}
