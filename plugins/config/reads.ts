import { httpErrors } from '@fastify/sensible'
import type { Handler } from '../../src/platform/http/handler.ts'
import { type DatedRecord, effectiveRecords } from '../../src/scoring/effective-records.ts'
import type { RuleType } from '../../src/scoring/rules.ts'
import { entityTag } from './entity-tag.ts'
import { NAMES } from './names.ts'
import { pageOfVersions, recordsOf, recordVersion } from './queries.ts'
import type { ConfigRecord, Schemas } from './schemas.ts'

/** Records of a type are few (a type is read as a whole by every run), so a page is cut from all of them. */
export const listRecords =
  (type: RuleType): Handler<Schemas['list']> =>
  async ({ server, query: { period, all, page, limit } }) => {
    const records = await recordsOf(server.db, type)
    const found =
      period !== undefined
        ? effectiveIn(period, type, records)
        : records.filter(({ is_active }) => all || is_active)
    return { data: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit }
  }

function effectiveIn(period: string, type: RuleType, records: ConfigRecord[]) {
  const dated = records as unknown as DatedRecord<RuleType>[]
  const ids = new Set(effectiveRecords(type, dated, period).map(({ id }) => id))
  return records.filter(({ id }) => ids.has(id))
}

export const getRecord =
  (type: RuleType): Handler<Schemas['get']> =>
  async ({ server, params: { id }, query: { version } }, reply) => {
    const record = await recordVersion(server.db, type, id, version)
    if (!record) throw noRecord(type, id, version)
    reply.header('etag', entityTag(record.version))
    return record
  }

export const listVersions =
  (type: RuleType): Handler<Schemas['history']> =>
  async ({ server, params: { id }, query }) => {
    const versions = await pageOfVersions(server.db, type, id, query)
    if (versions.total === 0) throw noRecord(type, id)
    return versions
  }

export const noRecord = (type: RuleType, id: number, version?: number) =>
  httpErrors.notFound(
    version === undefined
      ? `There is no ${NAMES[type].text} record ${id}.`
      : `There is no version ${version} of a ${NAMES[type].text} record ${id}.`,
  )
