import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { lockTypes } from '../../src/domain/config/rules-hash.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { differs } from '../../src/platform/database/statements/records.ts'
import { entityTag } from '../../src/platform/http/answers/answer-tags.ts'
import { badRequest, conflict, invalidField, notFound } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireVersion } from '../../src/platform/http/requests/change.ts'
import { endpoint, IfMatch, ifUnchanged, Stale, withETag } from '../../src/platform/http/route.ts'
import { Closed, Created, Id, Period, Success, wholeList } from '../../src/platform/schemas/schemas.ts'
import { type DatedRecord, effectiveRecords } from '../../src/scoring/effective-records.ts'
import { identityOf, inForce } from '../../src/scoring/in-force.ts'
import { RULE_NAMES } from '../../src/scoring/rule-types.ts'
import type { RuleType } from '../../src/scoring/rules.ts'
import { requireNamedFaults, requireUsable } from './checks.ts'
import { requireDerived, withDerived } from './derived.ts'
import {
  activeRecords,
  insertRecords,
  pageOfVersions,
  type Row,
  recordsById,
  recordsOf,
  recordVersion,
  rewriteRecords,
} from './queries.ts'
import { type RecordsOfType, recordsOfType } from './schemas.ts'

/** The routes of the records of a type. */
export function recordRoutes(type: RuleType) {
  const records = recordsOfType(type)
  return [listRecords, createRecord, getRecord, updateRecord, deleteRecord, listVersions].map((routeOf) =>
    routeOf(records),
  )
}

const params = Type.Object({ id: Id() })

/** Records of a type are few (a type is read as a whole by every run), so a page is cut from all of them. */
const listRecords = ({ type, many, text, url, record }: RecordsOfType) =>
  endpoint('GET', url, 'config.read', {
    operationId: `list${many}`,
    summary: `List the ${text} records`,
    ...wholeList(record, {
      period: Type.Optional(Period({ description: 'Only those that a run of this month would use' })),
      all: Type.Boolean({ default: false, description: 'true: also the deleted ones' }),
    }),
  })(async ({ server, query: { period, all, page, limit } }) => {
    const records = await recordsAmong(server, type, period)
    const found =
      period !== undefined
        ? records.filter(({ in_force }) => in_force)
        : records.filter(({ is_active }) => all || is_active)
    return { data: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit }
  })

/** All records of a type, each with what it is among the others: in a month, else in the current one. */
async function recordsAmong(app: FastifyInstance, type: RuleType, period?: string) {
  const month = period ?? runningPeriod(app)
  const records = await recordsOf(app.db, type)
  const used = new Set(inForce(type, records, month).map(({ id }) => id))
  return records.map((record) => ({
    ...record,
    identity: identityOf(type, record),
    in_force: used.has(record.id),
  }))
}

const getRecord = ({ type, one, text, url, record: shown }: RecordsOfType) =>
  endpoint('GET', `${url}/:id`, 'config.read', {
    operationId: `get${one}`,
    summary: `One ${text} record`,
    description: 'Deleted records and earlier versions stay readable.',
    params,
    querystring: Closed({
      version: Type.Optional(Id({ description: 'This version; the newest when absent' })),
    }),
    response: { 200: withETag(shown) },
  })(async ({ server, params: { id }, query: { version } }, reply) => {
    const record = await recordVersion(server.db, type, id, version)
    if (!record) throw noRecord(type, id, version)
    reply.header('etag', entityTag(record.version))
    const newest = (await recordsAmong(server, type)).find((one) => one.id === id)
    const in_force = newest?.version === record.version && newest.in_force
    return { ...record, identity: identityOf(type, record), in_force }
  })

const listVersions = ({ type, one, text, url, version }: RecordsOfType) =>
  endpoint('GET', `${url}/:id/history`, 'config.read', {
    operationId: `list${one}Versions`,
    summary: `All versions of a ${text} record, the newest first`,
    params,
    ...wholeList(version),
  })(async ({ server, params: { id }, query }) => {
    const versions = await pageOfVersions(server.db, type, id, query)
    if (versions.total === 0) throw noRecord(type, id)
    return {
      ...versions,
      data: versions.data.map((record) => ({ ...record, identity: identityOf(type, record) })),
    }
  })

const createRecord = ({ type, one, text, url, about, newRecord }: RecordsOfType) =>
  endpoint('POST', url, 'config.write', {
    operationId: `create${one}`,
    summary: `Create a ${text} record`,
    description: `${about}. From its first month on it stands in for an older record of the same kind. A record that was read may be sent whole.`,
    body: newRecord,
    response: { 200: Created },
  })(async (request) => {
    const thisMonth = runningPeriod(request.server)
    const { effective_from = thisMonth, effective_to = null, is_active, accept, ...given } = request.body
    requireActive(is_active)
    requireOrder(effective_from, effective_to)
    return change(request, async (tx) => {
      const after = await changing(tx, type, async (records) => {
        const effective = effectiveRecords(type, records, effective_from)
        const fields = withDerived(type, given, effective)
        requireDerived(type, fields)
        if (type === 'fault') await requireNamedFaults(tx, request.server, [fields], accept)
        const content = { fields, is_active: true, effective_from, effective_to }
        const [made] = await insertRecords(tx, type, [content], { user: request.actor.id })
        return made as Row
      })
      await audit(tx, request, { action: 'config.created', entity_id: after.id, after })
      return { success: true, id: after.id }
    })
  })

const updateRecord = ({ type, one, text, url, change: changed }: RecordsOfType) =>
  endpoint('PUT', `${url}/:id`, 'config.write', {
    operationId: `update${one}`,
    summary: `Write a new version of a ${text} record`,
    description:
      'Fields that are not sent stay as they are; the record may be sent back whole. The version it replaces stays readable; what the record says already makes none. Months that are calculated again use the new version; to leave earlier months alone, create a record with a later effective_from instead.',
    params,
    headers: IfMatch,
    body: changed,
    response: { 200: withETag(Success), 412: Stale },
  })(async (request, reply) => {
    const { id } = request.params
    const after = await change(request, (tx) =>
      changing(tx, type, async () => {
        const before = await recordNamed(tx, type, request)
        if (!before.is_active) throw conflict('record_deleted', `Record ${id} is deleted; create a new one`)
        const {
          effective_from = before.effective_from,
          effective_to = before.effective_to,
          is_active,
          accept,
          ...given
        } = request.body
        requireActive(is_active)
        const fields = { ...before.fields, ...given }
        const content = { fields, is_active: true, effective_from, effective_to }
        if (!differs(before, content)) return before
        requireOrder(effective_from, effective_to)
        const isWider =
          differs(before, { fields }) ||
          effective_from < before.effective_from ||
          isLater(effective_to, before)
        if (type === 'fault' && isWider) await requireNamedFaults(tx, request.server, [fields], accept)
        const [after] = await rewriteRecords(tx, [{ id, ...content }], { user: request.actor.id })
        await audit(tx, request, { action: 'config.updated', entity_id: id, before, after })
        return after as Row
      }),
    )
    reply.header('etag', entityTag(after.version))
    return { success: true }
  })

const deleteRecord = ({ type, one, text, url }: RecordsOfType) =>
  endpoint('DELETE', `${url}/:id`, 'config.write', {
    operationId: `delete${one}`,
    summary: `Delete a ${text} record`,
    description: 'Clears is_active; the record stays readable. Deleting it again changes nothing.',
    params,
    ...ifUnchanged,
  })((request) =>
    change(request, (tx) =>
      changing(tx, type, async () => {
        const { id } = request.params
        const before = await recordNamed(tx, type, request)
        if (before.is_active) {
          const ended = { ...before, is_active: false }
          const [after] = await rewriteRecords(tx, [ended], { user: request.actor.id })
          await audit(tx, request, { action: 'config.deleted', entity_id: id, before, after })
        }
        return { success: true }
      }),
    ),
  )

/** The record that a change is about. @throws 404, or 412 when If-Match names another version */
async function recordNamed(
  tx: Tx,
  type: RuleType,
  request: { params: { id: number } } & Pick<FastifyRequest, 'headers' | 'actor'>,
) {
  const { id } = request.params
  const [record] = await recordsById(tx, [id])
  if (record?.type !== type) throw noRecord(type, id)
  await requireVersion(tx, request, record.version, { entity: 'config', id })
  return record
}

/**
 * Runs a change of a type's records alone, and checks the set that it leaves; an unusable set throws, and the
 * change is undone with its transaction.
 */
async function changing<Result>(
  tx: Tx,
  type: RuleType,
  work: (records: readonly DatedRecord<RuleType>[]) => Promise<Result>,
): Promise<Result> {
  await lockTypes(tx, [type])
  const before = await activeRecords(tx, type)
  const result = await work(before)
  requireUsable(type, before, await activeRecords(tx, type))
  return result
}

/** @throws 400 */
function requireActive(is_active: boolean | undefined) {
  if (is_active === false) throw invalidField('is_active must be true here: DELETE ends a record')
}

function requireOrder(effective_from: string, effective_to: string | null) {
  if (effective_to !== null && effective_to < effective_from)
    throw badRequest('end_before_start', 'effective_to must not be before effective_from')
}

/** Whether an end is later than that of a record; null is none. */
const isLater = (end: string | null, { effective_to }: Pick<Row, 'effective_to'>) =>
  effective_to !== null && (end === null || end > effective_to)

const noRecord = (type: RuleType, id: number, version?: number) =>
  notFound(
    'record_not_found',
    version === undefined
      ? `There is no ${RULE_NAMES[type].text} record ${id}.`
      : `There is no version ${version} of a ${RULE_NAMES[type].text} record ${id}.`,
  )
