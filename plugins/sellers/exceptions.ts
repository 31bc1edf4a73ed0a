import { type Static, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { todayOf } from '../../src/domain/business-time.ts'
import { OpenWord } from '../../src/domain/field-schemas.ts'
import { ScoreComponent } from '../../src/domain/scores/score-schemas.ts'
import { keepSeller } from '../../src/domain/sellers/deletion-queries.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { SellerName } from '../../src/domain/sellers/seller-name.ts'
import {
  differencesOf,
  pageOfRecords,
  plain,
  written,
} from '../../src/platform/database/statements/records.ts'
import { withTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, invalidField, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged, withETag } from '../../src/platform/http/route.ts'
import {
  ByQuery,
  CalendarDate,
  ChangesOf,
  Closed,
  Created,
  Id,
  JsonObject,
  Model,
  Nullable,
  OneOf,
  readAs,
  Text,
  Timestamp,
  wholeList,
  wordOf,
} from '../../src/platform/schemas/schemas.ts'
import { adjustmentProblem, adjustmentWarning, isKnownAdjustment } from '../../src/scoring/adjustments.ts'
import { COMPONENTS, type Component } from '../../src/scoring/components.ts'

const Rule = JsonObject({
  description:
    'Scoring knows {"op": "exclude"} and {"op": "set" | "add" | "multiply" | "floor" | "cap", "value": number}. Any other object is kept and changes no score',
  examples: [{ op: 'add', value: 5 }],
})
/** How the total is named where a component could be; it is kept as null, which scoring reads so. */
const TOTAL = 'total_sos'

const Affected = readAs(
  Nullable(
    Type.Unsafe<Component>(
      OneOf([...COMPONENTS, TOTAL], {
        description: 'The component that is adjusted. For the total: total_sos or null; it is kept as null',
        examples: ['o_score'],
      }),
    ),
  ),
  (value) => (typeof value === 'string' && wordOf([TOTAL], value) === TOTAL ? null : value),
)
const IsActive = readAs(
  Type.Integer({ minimum: 0, maximum: 1, description: '0: ended, kept', examples: [1] }),
  (value) => (typeof value === 'boolean' ? Number(value) : value),
)

const fields = {
  exception_type: OpenWord(['system_outage', 'force_majeure', 'onboarding', 'manual_adjustment']),
  score_component_affected: Affected,
  adjustment_rule: Rule,
  reason: Nullable(
    Text(1000, {
      description: 'The seller reads it with its score',
      examples: ['The order interface was down for two days'],
    }),
  ),
  approved_by: Nullable(Text(200, { examples: ['Dana Wolf'] })),
  effective_from: CalendarDate({
    'x-label': 'First day',
    description: 'The first day',
    examples: ['2026-10-01'],
  }),
  effective_to: Nullable(
    CalendarDate({ description: 'The last day; none is without an end', examples: ['2026-10-31'] }),
    { 'x-label': 'Last day' },
  ),
  is_active: IsActive,
}
const { exception_type, adjustment_rule, effective_from, ...others } = fields

const NewScoreException = Closed({
  exception_type,
  adjustment_rule,
  effective_from,
  ...Type.Partial(Type.Object(others)).properties,
})
type NewScoreException = Static<typeof NewScoreException>
type ScoreExceptionChanges = ChangesOf<typeof fields>

export const ScoreExceptionItem = Model('ScoreException', {
  id: Id(),
  exception_type: Type.String({ examples: ['system_outage'] }),
  score_component_affected: Nullable(
    ScoreComponent({
      description: 'The component that is adjusted; null for the total',
      examples: ['o_score'],
    }),
  ),
  adjustment_rule: Rule,
  reason: Nullable(Type.String()),
  approved_by: Nullable(Type.String()),
  effective_from: CalendarDate({ examples: ['2026-10-01'] }),
  effective_to: Nullable(CalendarDate()),
  is_active: IsActive,
  applies: Type.Boolean({ description: 'Whether scoring knows the rule and can apply it' }),
  in_force: Type.Boolean({ description: 'Active, and today is within its dates' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type ScoreExceptionItem = Static<typeof ScoreExceptionItem>

export type ExceptionRow = Omit<ScoreExceptionItem, 'applies' | 'in_force'>

/** An exception as the API shows it; dates are compared as text, YYYY-MM-DD. */
export const shownException = (row: ExceptionRow, today: string): ScoreExceptionItem => ({
  ...row,
  applies: isKnownAdjustment(row.adjustment_rule, row.score_component_affected),
  in_force:
    row.is_active === 1 &&
    row.effective_from <= today &&
    (row.effective_to === null || today <= row.effective_to),
})

const listExceptions = endpoint('GET', '/api/sellers/:id/exceptions', 'exceptions.read', {
  operationId: 'listScoreExceptions',
  summary: 'List the score exceptions of a seller',
  description: 'All there ever were, the newest first.',
  params: Type.Object({ id: SellerName }),
  ...wholeList(ScoreExceptionItem, { ...ByQuery }),
})(async (request) => {
  const seller = await findSeller(request, request.params.id)
  const { prisma } = request.server.db
  const where = { seller_id: seller.id }
  return pageOfRecords(
    request.query,
    (rows) => prisma.score_exception.findMany({ where, orderBy: { id: 'desc' }, ...rows }),
    prisma.score_exception.count({ where }),
    (exception) => shownException(plain(exception) as ExceptionRow, todayOf(request.server)),
  )
})

const createException = endpoint('POST', '/api/sellers/:id/exceptions', 'exceptions.write', {
  operationId: 'createScoreException',
  summary: 'Make a score exception for a seller',
  description: 'It counts in every month that its dates touch, when that month is next calculated.',
  params: Type.Object({ id: SellerName }),
  querystring: Closed(ByQuery),
  body: NewScoreException,
  response: { 200: Created },
})(async (request) => {
  const { body } = request
  requireUsable(body)
  const seller = await findSeller(request, request.params.id)
  return change(request, async (tx) => {
    const seller_id = await keepSeller(tx, 'id', seller.id)
    const data = { ...written(body), seller_id }
    const after = plain(await tx.prisma.score_exception.create({ data }))
    const { id } = after
    await audit(tx, request, { action: 'exception.created', entity: 'score_exception', entity_id: id, after })
    return { success: true, id, ...warningsOf(body) }
  })
})

const ExceptionPath = Type.Object({
  sellerId: SellerName,
  exId: Id({ description: 'The id of the exception' }),
})

const getException = endpoint('GET', '/api/sellers/:sellerId/exceptions/:exId', 'exceptions.read', {
  operationId: 'getScoreException',
  summary: 'One score exception of a seller',
  params: ExceptionPath,
  querystring: Closed(ByQuery),
  response: { 200: withETag(ScoreExceptionItem) },
})(async (request, reply) => {
  const { sellerId, exId: id } = request.params
  const seller = await findSeller(request, sellerId)
  const { db } = request.server
  return withTag(reply, db, 'score_exceptions', { id }, async () => {
    const found = await db.prisma.score_exception.findFirst({ where: { seller_id: seller.id, id } })
    if (!found) throw noException(seller, id)
    return shownException(plain(found) as ExceptionRow, todayOf(request.server))
  })
})

/** What a change of an exception and its end share. */
const changing = {
  config: { conflicts: false },
  params: ExceptionPath,
  querystring: Closed(ByQuery),
  ...ifUnchanged,
} as const

const updateException = endpoint('PATCH', '/api/sellers/:sellerId/exceptions/:exId', 'exceptions.write', {
  ...changing,
  operationId: 'updateScoreException',
  summary: 'Change or end a score exception',
  description:
    'Fields that are not sent stay as they are. An effective_to ends it with that day; is_active 0 ends it as DELETE does. Months that its dates touch are scored with the change when they are next calculated; a final score stays.',
  body: ChangesOf({ id: Id({ description: 'May be sent, and not changed' }), ...fields }, ScoreExceptionItem),
})(async (request) => {
  const { sellerId, exId } = request.params
  const { id = exId, ...given } = request.body
  if (id !== exId) throw badRequest('id_mismatch', `id can't be changed: leave it out, or send ${exId}`)
  return changeException(request, await findSeller(request, sellerId), exId, given)
})

const deleteException = endpoint('DELETE', '/api/sellers/:sellerId/exceptions/:exId', 'exceptions.write', {
  ...changing,
  operationId: 'deleteScoreException',
  summary: 'End a score exception',
  description: 'Sets is_active to 0; the record is kept. Deleting it again changes nothing.',
})(async (request) => {
  const { sellerId, exId } = request.params
  return changeException(request, await findSeller(request, sellerId), exId, { is_active: 0 })
})

/** The routes of the exceptions of a seller. */
export const routes = [listExceptions, createException, getException, updateException, deleteException]

/** @throws 404 when the seller has no exception of that id, 412, and of a PATCH 400 as `requireUsable` does */
const changeException = (
  request: FastifyRequest,
  seller: NamedSeller,
  id: number,
  given: ScoreExceptionChanges,
) =>
  change(request, async (tx) => {
    const before = await tx.row<ExceptionRow>`
      select * from score_exceptions where seller_id = ${seller.id} and id = ${id} for update`
    if (!before) throw noException(seller, id)
    await requireMatch(tx, request, 'score_exceptions', id)
    const changes = differencesOf(before, given)
    if (Object.keys(changes).length === 0) return { success: true as const }
    const whole = { ...before, ...changes }
    if (request.method !== 'DELETE') requireUsable(whole)
    const where = { seller_id_id: { seller_id: seller.id, id } }
    const after = plain(await tx.prisma.score_exception.update({ where, data: written(changes) }))
    const action = request.method === 'DELETE' ? 'exception.deleted' : 'exception.updated'
    await audit(tx, request, { action, entity: 'score_exception', entity_id: id, before, after })
    return { success: true as const, ...(after.is_active === 1 && warningsOf(whole)) }
  })

type NamedSeller = { id: number; seller_code: string }

const noException = ({ seller_code }: NamedSeller, id: number) =>
  notFound('exception_not_found', `The seller ${seller_code} has no exception ${id}.`)

type Judged = Pick<NewScoreException, 'adjustment_rule' | 'effective_from' | 'effective_to'>

/** @throws 400 for a known op with a bad value or more points than there are, and for an end before the start */
function requireUsable({ adjustment_rule, effective_from, effective_to }: Judged) {
  const problem = adjustmentProblem(adjustment_rule)
  if (problem) throw badRequest('invalid_field', problem)
  const { op, value } = adjustment_rule
  if ((op === 'add' || op === 'multiply') && Math.abs(Number(value)) > 100)
    throw invalidField(
      `adjustment_rule.value must be within ${op === 'add' ? -100 : 0} and 100 when adjustment_rule.op is "${op}"`,
    )
  if (effective_to && effective_to < effective_from)
    throw badRequest('end_before_start', 'effective_to must not be before effective_from')
}

function warningsOf(exception: Pick<NewScoreException, 'adjustment_rule' | 'score_component_affected'>) {
  const warning = adjustmentWarning(exception.adjustment_rule, exception.score_component_affected)
  return warning === null ? {} : { warnings: [`${warning}.`] }
}
