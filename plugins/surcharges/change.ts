import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { Surcharge, SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'
import { blockedSellers, PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import type { Sql, Transaction, Tx } from '../../src/platform/database/database.ts'
import { differencesOf, plain } from '../../src/platform/database/statements/records.ts'
import { conflict, invalidField } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../src/platform/http/route.ts'
import {
  ChangesOf,
  Closed,
  count,
  Id,
  Model,
  Nullable,
  readAs,
  Text,
} from '../../src/platform/schemas/schemas.ts'
import { given, SurchargeType } from './create.ts'
import {
  findSurcharge,
  lockSellers,
  params,
  type SurchargeKey,
  type SurchargeRow,
  surchargesOf,
  tellOf,
} from './rows.ts'

const { seller_code, period, amount, trigger_details, rule_id } = given
/** Taken so that a record can be sent back whole; another value than the present one is refused. */
const fixed = { seller_code, period, surcharge_type: SurchargeType, amount, trigger_details, rule_id }

export const updateSurcharge = endpoint('PATCH', '/api/surcharges/:id', 'surcharges.write', {
  operationId: 'updateSurcharge',
  summary: 'Apply or waive a surcharge',
  description:
    'pending → applied → waived, and pending → waived, which is final. Naming the state it is in changes nothing but the status_reason. The record may be sent back whole; what it is for and how much can not be changed. Emits seller.surcharge_updated, and seller.order_unblocked when the last active payment_block of the seller is waived.',
  params,
  ...ifUnchanged,
  aliases: { status_reason: ['reason', 'note', 'notes'] },
  body: {
    ...ChangesOf(
      {
        status: SurchargeStatus({ examples: ['waived'] }),
        status_reason: {
          ...given.status_reason,
          description: 'Why. reason, note and notes are taken too; without it a new state has none',
          examples: ['Agreed with the seller on 3 November'],
        },
        ...fixed,
      },
      Surcharge,
    ),
    examples: [{ status: 'waived', status_reason: 'Agreed with the seller on 3 November' }],
  },
})(async (request) => {
  const { id } = request.params
  const { status, status_reason, ...others } = request.body
  const found = await findSurcharge(request, id)
  requireSame(found, others)
  return change(request, async (tx) => {
    await lockSellers(tx, [found.seller_id])
    const [before] = (await surchargesOf(tx, [found])) as [SurchargeRow]
    await requireMatch(tx, request, 'surcharges', id)
    if (status === undefined || status === before.status) await explain(tx, request, before, status_reason)
    else {
      const moves = [{ seller_id: found.seller_id, id, status_reason: status_reason ?? null }]
      const outcome = (await moveAll(tx, request, status, moves)).get(id)
      if (outcome?.error) throw conflict('transition_not_allowed', outcome.error)
    }
    return { success: true }
  })
})

/** Gives the reason of the state that it is in already. No event tells of it, because nothing else has changed. */
async function explain(tx: Tx, request: FastifyRequest, before: SurchargeRow, reason?: string | null) {
  if (reason === undefined || reason === before.status_reason) return
  const { seller_id, id } = before
  const where = { seller_id_id: { seller_id, id } }
  const after = plain(await tx.prisma.surcharge.update({ where, data: { status_reason: reason } }))
  await audit(tx, request, { action: 'surcharge.updated', entity_id: id, before, after })
}

/** A record may be sent back whole. @throws 400 when it differs in what can't be changed */
function requireSame(found: object, others: object) {
  const [field] = Object.keys(differencesOf(found, others))
  if (field) throw invalidField(`${field} can't be changed: waive this surcharge and create another one`)
}

const SurchargeResult = Model('SurchargeResult', {
  id: Id(),
  success: Type.Boolean({ description: 'Whether it is in the state now', examples: [true] }),
  changed: Type.Boolean({ description: 'false: it was in the state before, or failed', examples: [true] }),
  status: Nullable(SurchargeStatus(), { description: 'Its state now; null when there is none of that id' }),
  error: Nullable(Type.String(), { description: 'Why it failed; null when it did not', examples: [null] }),
})
type SurchargeResult = Static<typeof SurchargeResult>

const Bulk = Closed({
  ids: readAs(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: 500,
      description: 'Ids of the surcharges, up to 500; one that is named twice counts once',
      examples: [[17, 18]],
    }),
    (ids) => (Array.isArray(ids) ? ids.map(toNumber) : ids),
  ),
  reason: Type.Optional(
    Text(500, {
      description: 'Why, for all of them; kept as status_reason. note and notes are taken too',
      examples: ['Agreed with the seller on 3 November'],
    }),
  ),
})
type Bulk = Static<typeof Bulk>

const toNumber = (id: unknown) => (typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id)

const response = {
  200: Model('SurchargeResults', {
    success: Type.Literal(true, { examples: [true] }),
    changed: count('How many have the state now and had another before', 1),
    unchanged: count('How many had the state before', 1),
    failed: count('How many could not be changed; their results say why', 1),
    data: Type.Array(SurchargeResult, { description: 'One result for each id, in the order of ids' }),
  }),
}

/** A route that moves many into one state. */
const moveAtOnce = (verb: 'apply' | 'waive', status: 'applied' | 'waived', moves: string, besides = '') =>
  endpoint('POST', `/api/surcharges/${verb}`, 'surcharges.write', {
    operationId: `${verb}Surcharges`,
    summary: `${verb === 'apply' ? 'Apply' : 'Waive'} many surcharges at once`,
    description: `${moves}. One transaction for all that can be changed; one that can not, or that does not exist, fails alone and says why. Each is audited and published as if it were changed alone.${besides}`,
    body: Bulk,
    aliases: { reason: ['note', 'notes'] },
    response,
  })((request) => moveMany(request, request.body, status))

export const applySurcharges = moveAtOnce('apply', 'applied', 'pending → applied')
export const waiveSurcharges = moveAtOnce(
  'waive',
  'waived',
  'pending or applied → waived, which is final',
  ' The last active payment_block of a seller unblocks it.',
)

async function moveMany(request: FastifyRequest, body: Bulk, status: 'applied' | 'waived') {
  const ids = [...new Set(body.ids)]
  return change(request, async (tx) => {
    const keys = await tx.rows<SurchargeKey>`
      select seller_id, id from surcharges where id = any(${ids}::int[])`
    const moves = keys.map((key) => ({ ...key, status_reason: body.reason ?? null }))
    const outcomes = await moveAll(tx, request, status, moves)
    const data = ids.map((id) => outcomes.get(id) ?? unknown(id))
    const failed = data.filter(({ success }) => !success).length
    const changed = data.filter((result) => result.changed).length
    return { success: true as const, changed, unchanged: data.length - changed - failed, failed, data }
  })
}

const unknown = (id: number): SurchargeResult => ({
  ...{ id, success: false, changed: false, status: null },
  error: `There is no surcharge ${id}.`,
})

type Move = SurchargeKey & { status_reason: string | null }

/** Answers by id what came of each. Sellers are locked first, so block and unblock of a seller are serialized. */
async function moveAll(tx: Transaction, request: FastifyRequest, status: SurchargeStatus, moves: Move[]) {
  const sellers = await lockSellers(tx, [...new Set(moves.map(({ seller_id }) => seller_id))])
  const before = await surchargesOf(tx, moves)
  const outcomes = new Map(before.map((row) => [row.id, outcomeOf(row, status)]))
  const due = moves.filter(({ id }) => outcomes.get(id)?.changed)
  if (due.length === 0) return outcomes
  const after = await changeStatuses(tx, due, status)
  const unblocking = await unblockingOf(tx, after)
  const previous = new Map(before.map((row) => [row.id, row]))
  const changes = after.map((row) => {
    return { before: previous.get(row.id), after: row, unblocks: unblocking.has(row.id) }
  })
  await tellOf(tx, request, sellers, changes)
  return outcomes
}

const NEXT: Record<SurchargeStatus, readonly SurchargeStatus[]> = {
  pending: ['applied', 'waived'],
  applied: ['waived'],
  waived: [],
}

function outcomeOf({ id, status: from }: SurchargeRow, status: SurchargeStatus): SurchargeResult {
  if (from === status || NEXT[from].includes(status))
    return { id, success: true, changed: from !== status, status, error: null }
  const final = NEXT[from].length === 0 ? ', which is final' : ''
  const error = `status can't become ${status}: this surcharge is ${from}${final}`
  return { id, success: false, changed: false, status: from, error }
}

/** The ids of those whose waiver leaves their seller without an active payment_block: the last of each seller's. */
async function unblockingOf(tx: Transaction, after: SurchargeRow[]): Promise<Set<number>> {
  const waived = after.filter(
    ({ surcharge_type, status }) => surcharge_type === PAYMENT_BLOCK && status === 'waived',
  )
  const lastOf = new Map(waived.map(({ seller_id, id }) => [seller_id, id]))
  const blocked = await blockedSellers(tx, [...lastOf.keys()])
  return new Set([...lastOf].filter(([seller_id]) => !blocked.has(seller_id)).map(([, id]) => id))
}

async function changeStatuses(tx: Sql, moves: Move[], status: SurchargeStatus) {
  const changed = await tx.rows<SurchargeRow>`
    update surcharges u set status = ${status}, status_reason = m.status_reason, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(seller_id int, id int, status_reason text)
    where u.seller_id = m.seller_id and u.id = m.id
    returning u.*`
  return changed.sort((a, b) => a.id - b.id)
}
