import { Type } from '@sinclair/typebox'
import { runningPeriod, shiftPeriod } from '../../../src/domain/business-time.ts'
import type { ConfigDraft } from '../../../src/domain/config/config-draft.ts'
import { lockTypes, rulesWrittenSince } from '../../../src/domain/config/rules-hash.ts'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import { currentRules } from '../../../src/domain/scores/effective-rules.ts'
import type { Actor } from '../../../src/platform/access/identity.ts'
import { mayActAlone } from '../../../src/platform/access/roles.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../../src/platform/http/errors/problems.ts'
import { type AuditEntry, auditAll, change } from '../../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../../src/platform/http/route.ts'
import { Closed, Id, Nullable, Period, Text } from '../../../src/platform/schemas/schemas.ts'
import { identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { type DatedRecord, effectiveRecords } from '../../../src/scoring/effective-records.ts'
import { identityOf } from '../../../src/scoring/in-force.ts'
import { RULE_TYPES, type RuleType } from '../../../src/scoring/rules.ts'
import { requireNamedFaults, requireUsable } from '../checks.ts'
import {
  type Author,
  activeRecords,
  type Content,
  insertRecords,
  recordsById,
  rewriteRecords,
} from '../queries.ts'
import { AcceptFewFaults } from '../schemas.ts'
import { type Backtest, evidenceOf, objections, replacedUnseen, unknownToBacktest } from './backtest-check.ts'
import { openDraft, params } from './drafts.ts'

/**
 * Makes a draft the rules from a month on. The draft's row is locked, then all types in their order: a change of either
 * that comes at the same time is before this one, and is seen, or waits.
 */
export const adoptDraft = endpoint('POST', '/api/config/drafts/:id/adopt', 'config.write', {
  operationId: 'adoptConfigDraft',
  summary: 'Make a draft the rules from a month on',
  description:
    'A put posts a record from that month on, or rewrites the one that begins there, and ends when the record that it replaces was to end; a remove ends the record the month before. Needs a completed backtest of these changes and guards, made with the rules that are effective now, in which no guard fails, and replaces no record that begins after the running month by something else; an override_reason stands in for that. Who made the draft, has written any of its changes or guards, or changed it last can’t adopt it, unless as bod. A month from which on a score is final is refused. `warnings` name later-dated records that will take over, the planned ends of records, and records that count in that month or in the running one and not in both: the backtest is of the running one.',
  params,
  ...ifUnchanged,
  body: Closed({
    effective_from: Period({
      description: 'The first month that the changes are for',
      examples: ['2026-08'],
    }),
    backtest_id: Type.Optional(
      Nullable(Id({ examples: [9] }), { description: 'The completed backtest of the draft' }),
    ),
    accept: AcceptFewFaults(),
    override_reason: Type.Optional(
      Nullable(Text(1_000, { examples: ['Decided by the board on 3 July'] }), {
        description:
          'Why it is adopted although there is no such backtest, a guard fails, it replaces a version that is to come, or a bod has written it; it is audited',
      }),
    ),
  }),
})((request) =>
  change(request, async (tx) => {
    const { actor, server } = request
    const { effective_from, backtest_id = null, override_reason = null, accept } = request.body
    const before = await openDraft(tx, request)
    const alone = signsAlone(before, actor)
    await lockTypes(tx, RULE_TYPES)
    await requireNoneFinal(tx, effective_from)
    await requireNamedFaults(tx, server, faultsOf(before), accept)
    const present = await currentRules(tx, runningPeriod(server))
    const later = await currentRules(tx, effective_from)
    const backtest = await backtestNamed(tx, backtest_id)
    const against = [
      ...objections(before, backtest, present),
      ...replacedUnseen(before.changes, present, later, effective_from),
    ]
    const overridden = [...alone, ...requireReason(against, override_reason)]
    const unknown = unknownToBacktest(before.changes, present, later, effective_from)
    const by = { user: actor.id, draft: before.id }
    const { entries, warnings } = await writeChanges(tx, before.changes, effective_from, by)
    const reason = overridden.length > 0 ? override_reason : null
    const after = await tx.one<ConfigDraft>`
      update config_drafts
      set version = version + 1, adopted_at = now(), adopted_by = ${actor.id}, adopted_from = ${effective_from},
          backtest_id = ${backtest_id}, override_reason = ${reason}
      where id = ${before.id}
      returning *`
    const entry = { action: 'config_draft.adopted' as const, entity_id: after.id }
    const evidence = backtest && evidenceOf(backtest)
    const kept = { ...after, overridden, backtest: evidence ?? null }
    await auditAll(tx, request, [...entries, { ...entry, before, after: kept }])
    await server.events.publish(tx, [adoptedEvent(after)])
    const all = [...warnings, ...unknown]
    return { success: true, ...(all.length > 0 && { warnings: all }) }
  }),
)

/**
 * What the audit log keeps of a bod who has written any of the draft or changed it last, and adopts it.
 * @throws 409 when anybody else who did so would adopt it
 */
function signsAlone({ id, created_by, updated_by, written_by }: ConfigDraft, actor: Actor): string[] {
  if (![created_by, updated_by, ...written_by].includes(actor.id)) return []
  if (!mayActAlone(actor))
    throw conflict('second_person_needed', `You have written draft ${id}; somebody else must adopt it`)
  return [`Draft ${id} is adopted by one who has written it`]
}

/**
 * A score that becomes final while this transaction goes on is as one that becomes final after it: nothing computes it
 * again.
 * @throws 409 when a score from the month on is final: it was made with the rules as they are
 */
async function requireNoneFinal(tx: Tx, effective_from: string) {
  const final = await tx.row<{ period: string }>`
    select period from monthly_scores
    where period >= ${effective_from} and status = 'final' order by period limit 1`
  if (final)
    throw conflict('score_final', `effective_from: scores of ${final.period} are final; name a later month`)
}

const faultsOf = ({ changes }: ConfigDraft) =>
  changes.flatMap((change) => (change.type === 'fault' && change.op === 'put' ? [change.fields] : []))

/**
 * The backtest that an adoption names, held against deletion until the transaction ends: who deletes it waits, and sees
 * the adoption. `rules_written` tells that a record of any month was written since it was asked for.
 * @throws 400 when there is none of that id
 */
async function backtestNamed(tx: Tx, id: number | null): Promise<Backtest | undefined> {
  if (id === null) return undefined
  const backtest = await tx.row<Backtest>(
    `select id, draft_id, status, from_period as "from", to_period as "to", changes_sha256, guards, rules_sha256,
            report, ${rulesWrittenSince('backtests.created_at')} as rules_written
     from backtests where id = $1 for key share`,
    [id],
  )
  if (!backtest) throw badRequest('unknown_reference', `backtest_id: there is no backtest ${id}`)
  return backtest
}

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

/**
 * Makes changes of the records from a month on. The types are locked, so what is read of them stays.
 * @returns the audit rows of what was written, and warnings
 * @throws 400 when a month would have no usable set of records
 */
async function writeChanges(tx: Tx, changes: readonly RuleChange[], effective_from: string, by: Author) {
  const written: { entries: AuditEntry[]; warnings: string[] } = { entries: [], warnings: [] }
  for (const type of RULE_TYPES) {
    const ofType = changes.filter((change) => change.type === type)
    if (ofType.length === 0) continue
    const before = await activeRecords(tx, type)
    const plans = ofType.map((change) => planOf(change, before, effective_from))
    written.entries.push(...(await write(tx, type, plans, by)))
    written.warnings.push(...plans.flatMap(({ warnings }) => warnings))
    requireUsable(type, before, await activeRecords(tx, type))
  }
  return written
}

/** Two plans never change one record: each is about another kind. */
async function write(tx: Tx, type: RuleType, plans: Plan[], by: Author): Promise<AuditEntry[]> {
  const changed = new Map(plans.flatMap((plan) => plan.changed.map(({ id, to }) => [id, to])))
  const before = await recordsById(tx, [...changed.keys()])
  const contents = before.map((record) => ({ ...record, ...changed.get(record.id) }))
  const after = await rewriteRecords(tx, contents, by)
  const made = await insertRecords(
    tx,
    type,
    plans.flatMap(({ added }) => added),
    by,
  )
  return [
    ...after.map((record, index) => ({
      action: `config.${record.is_active ? 'updated' : 'deleted'}` as const,
      ...{ entity_id: record.id, before: before[index], after: record },
    })),
    ...made.map((record) => ({ action: 'config.created' as const, entity_id: record.id, after: record })),
  ]
}

/** What becomes of the records of a type. */
interface Plan {
  added: Content[]
  changed: { id: number; to: Partial<Content> }[]
  warnings: string[]
}

/**
 * What a change makes of the active records of its type from a month on. Earlier months stay as they are. A put ends
 * when the record that it replaces was to end, else never; a remove ends every record of its kind, because an older one
 * would count again.
 */
function planOf(change: RuleChange, records: readonly DatedRecord<RuleType>[], effective_from: string): Plan {
  const { type } = change
  const identity = identityOfChange(change)
  const same = records.filter((record) => identityOf(type, record) === identity)
  const present = same.find((record) => record.effective_from === effective_from)
  const warnings = same
    .filter((record) => record.effective_from > effective_from)
    .map((later) => `${type} record ${later.id} (${identity}) takes over in ${later.effective_from}.`)
  if (change.op === 'put') {
    const { fields } = change
    const [replaced] = effectiveRecords(type, same, effective_from)
    const effective_to = same.find(({ id }) => id === replaced?.id)?.effective_to ?? null
    if (effective_to !== null)
      warnings.unshift(`${type} record of ${identity} ends in ${effective_to}, as the one that it replaces.`)
    return present
      ? { added: [], changed: [{ id: present.id, to: { fields } }], warnings }
      : { added: [{ fields, is_active: true, effective_from, effective_to }], changed: [], warnings }
  }
  const changed = [
    ...(present ? [{ id: present.id, to: { is_active: false } }] : []),
    ...same
      .filter((record) => record.effective_from < effective_from && lasts(record, effective_from))
      .map(({ id }) => ({ id, to: { effective_to: shiftPeriod(effective_from, -1) } })),
  ]
  if (changed.length === 0)
    warnings.unshift(`${type} has no record of ${identity} in ${effective_from}: nothing ends.`)
  return { added: [], changed, warnings }
}

const lasts = ({ effective_to }: DatedRecord<RuleType>, period: string) =>
  effective_to === null || effective_to >= period
