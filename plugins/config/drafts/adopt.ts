import { runningPeriod } from '../../../src/domain/business-time.ts'
import type { ConfigDraft } from '../../../src/domain/config/config-draft.ts'
import { currentRules } from '../../../src/domain/config/current-rules.ts'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import { auditAll } from '../../../src/platform/access/audit.ts'
import type { Actor } from '../../../src/platform/access/identity.ts'
import { rolesOf } from '../../../src/platform/access/roles.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/requests/idempotency.ts'
import { RULE_TYPES } from '../../../src/scoring/rules.ts'
import { requireNamedFaults } from '../few-faults.ts'
import { lockType } from '../queries.ts'
import { type Backtest, evidenceOf, objections, replacedUnseen, unknownToBacktest } from './backtest-check.ts'
import { openDraft } from './drafts.ts'
import { finalMonthFrom, findBacktest, markAdopted } from './queries.ts'
import type { adoptRoute } from './schemas.ts'
import { writeChanges } from './write-changes.ts'

/**
 * Makes a draft the rules from a month on. The draft's row is locked, then all types in their order: a change of either
 * that comes at the same time is before this one, and is seen, or waits.
 */
export const adoptDraft: Handler<typeof adoptRoute> = (request) =>
  change(request, async (tx) => {
    const { actor, server } = request
    const { effective_from, backtest_id = null, override_reason = null, accept } = request.body
    const before = await openDraft(tx, request)
    const alone = signsAlone(before, actor)
    for (const type of RULE_TYPES) await lockType(tx, type)
    await requireNoneFinal(tx, effective_from)
    await requireNamedFaults(tx, server, faultsOf(before), accept)
    const present = await currentRules(tx, runningPeriod(server))
    const later = await currentRules(tx, effective_from)
    const backtest = await backtestNamed(tx, backtest_id)
    const against = [
      ...objections(before, backtest, present),
      ...replacements(replacedUnseen(before.changes, present, later), effective_from),
    ]
    const overridden = [...alone, ...requireReason(against, override_reason)]
    const unknown = unknownToBacktest(before.changes, present, later, effective_from)
    const by = { user: actor.id, draft: before.id }
    const { entries, warnings } = await writeChanges(tx, before.changes, effective_from, by)
    const reason = overridden.length > 0 ? override_reason : null
    const adoption = { adopted_from: effective_from, backtest_id, override_reason: reason }
    const after = await markAdopted(tx, before.id, adoption, actor.id)
    const entry = { action: 'config_draft.adopted', entity_id: after.id }
    const evidence = backtest && evidenceOf(backtest)
    const kept = { ...after, overridden, backtest: evidence ?? null }
    await auditAll(tx, request, [...entries, { ...entry, before, after: kept }])
    await server.events.publish(tx, [adoptedEvent(after)])
    const all = [...warnings, ...unknown]
    return { success: true, ...(all.length > 0 && { warnings: all }) }
  })

/**
 * What the audit log keeps of a bod who has written any of the draft or changed it last, and adopts it.
 * @throws 409 when anybody else who did so would adopt it
 */
function signsAlone({ id, created_by, updated_by, written_by }: ConfigDraft, actor: Actor): string[] {
  if (![created_by, updated_by, ...written_by].includes(actor.id)) return []
  if (rolesOf(actor).some((role) => role !== 'bod'))
    throw conflict('second_person_needed', `You have written draft ${id}; somebody else must adopt it`)
  return [`Draft ${id} is adopted by one who has written it`]
}

/** @throws 409 when a score from the month on is final: it was made with the rules as they are */
async function requireNoneFinal(tx: Tx, effective_from: string) {
  const final = await finalMonthFrom(tx, effective_from)
  if (final)
    throw conflict('score_final', `effective_from: scores of ${final.period} are final; name a later month`)
}

/** The fault records that a draft writes. */
const faultsOf = ({ changes }: ConfigDraft) =>
  changes.flatMap((change) => (change.type === 'fault' && change.op === 'put' ? [change.fields] : []))

/** The backtest that an adoption names. @throws 400 when there is none of that id */
async function backtestNamed(tx: Tx, id: number | null): Promise<Backtest | undefined> {
  if (id === null) return undefined
  const backtest = await findBacktest(tx, id)
  if (!backtest) throw badRequest('unknown_reference', `backtest_id: there is no backtest ${id}`)
  return backtest
}

/** What was adopted for the month already and the changes replace. */
const replacements = (versions: string[], effective_from: string) =>
  versions.map((version) =>
    conflict(
      'rules_changed',
      `${version} has another version in ${effective_from} than in the running month, and the draft replaces it: see that the draft has what that one says`,
    ),
  )

/**
 * The sentences that speak against the adoption and that the reason overrides.
 * @throws 409 with the first of them without a reason
 */
function requireReason(against: Error[], override_reason: string | null): string[] {
  const [first] = against
  if (first && override_reason === null) throw first
  return against.map(({ message }) => message)
}

/** The event of a draft that was adopted: how many records of each type it changes, so that it stays small. */
const adoptedEvent = (draft: ConfigDraft): NewEvent => ({
  type: 'config.adopted',
  seller_id: null,
  data: {
    draft_id: draft.id,
    name: draft.name,
    effective_from: draft.adopted_from,
    adopted_by: draft.adopted_by,
    backtest_id: draft.backtest_id,
    override_reason: draft.override_reason,
    changes_sha256: draft.changes_sha256,
    changes: RULE_TYPES.flatMap((type) => {
      const ops = draft.changes.filter((change) => change.type === type).map(({ op }) => op)
      const put = ops.filter((op) => op === 'put').length
      return ops.length > 0 ? [{ type, put, removed: ops.length - put }] : []
    }),
  },
})
