import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'
import { rulesHash } from '../../../src/domain/config/rules-hash.ts'
import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import type { testApp } from '../../setup/app.ts'

/** Drafts, their backtests and what adopts them, in one service. */
export function adoptions({ app, call }: Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'call'>) {
  const NOW = periodOf(new Date(), app.env.BUSINESS_TIMEZONE)
  const NEXT = shiftPeriod(NOW, 1)
  const LATER = shiftPeriod(NOW, 3)
  const put = (type: string, fields: object) => ({ type, op: 'put', fields })
  const remove = (type: string, identity: string) => ({ type, op: 'remove', identity })
  const hours = (category: string, weight: number) =>
    put('helpdesk', { category, weight, reply_hours: 4, resolve_hours: 8 })

  /** Drafts are of the am_head, so that a bod or an admin is the second person. */
  async function draftOf(changes: object[], more = {}) {
    const { body } = await call('am_head', 'POST', '/api/config/drafts', { name: 'D', changes, ...more })
    return body.id as number
  }
  const read = async (id: number) => (await call('bod', 'GET', `/api/config/drafts/${id}`)).body

  /** What a backtest found that moved nobody. */
  const FOUND = {
    ...{ scores: 10, tier_drops: 0, tier_rises: 0, psi: 0 },
    money: { surcharges: { before: '5.00', after: '5.00' } },
    guards: [],
  }

  /** A backtest of the draft as it is, as if it had been run with the rules of now. */
  async function backtestOf(id: number, given: Record<string, unknown> = {}) {
    const { changes, changes_sha256, guards, name } = await read(id)
    const rules = (given.rules ?? (await currentRules(app.db, NOW))) as RuleSet
    const row = { status: 'completed', changes_sha256, ...given }
    const report = { ...FOUND, ...(given.report as object) }
    const made = await app.db.one<{ id: number }>(
      `insert into backtests (draft_id, name, status, from_period, to_period, changes, changes_sha256, guards, rules,
                            rules_sha256, report)
     values ($1, $2, $3, '2026-01', '2026-01', $4, $5, $6, $7, $8, $9) returning id`,
      [
        ...[id, name, row.status, JSON.stringify(changes), row.changes_sha256],
        ...[JSON.stringify(given.guards ?? guards), JSON.stringify(rules), rulesHash(rules)],
        JSON.stringify(report),
      ],
    )
    return made.id
  }

  const adopt = (id: number, body: object, role: 'bod' | 'admin' = 'admin', headers = {}) =>
    call(role, 'POST', `/api/config/drafts/${id}/adopt`, { effective_from: NEXT, ...body }, headers)
  const adoptTested = async (id: number, body = {}) =>
    adopt(id, { backtest_id: await backtestOf(id), ...body })
  const inForce = async (type: string, period: string) =>
    (await call('bod', 'GET', `/api/config/${type}?period=${period}&limit=500`)).body.data
  const weightsOf = async (category: string, ...periods: string[]) =>
    Promise.all(
      periods.map(
        async (period) =>
          (await inForce('helpdesk', period)).find((one: { category: string }) => one.category === category)
            ?.weight ?? null,
      ),
    )
  /** The warnings that name one of these kinds. */
  const about = (kinds: string, { body }: { body: { warnings?: string[] } }) =>
    (body.warnings ?? []).filter((warning) => new RegExp(`[( ](${kinds})[) ]`).test(warning))
  const refused = (code: string, error: RegExp) => ({
    status: 409,
    headers: { 'x-error-code': code },
    body: { error },
  })

  return {
    FOUND,
    NOW,
    NEXT,
    LATER,
    about,
    adopt,
    adoptTested,
    backtestOf,
    draftOf,
    hours,
    inForce,
    put,
    read,
    refused,
    remove,
    weightsOf,
  }
}
