import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../database/database.ts'
import { Success } from '../../schemas/schemas.ts'
import { preconditionFailed } from '../errors/problems.ts'

/** The tables whose rows are read and changed one by one. Each row is found by one column of its own. */
type Tagged =
  | 'account_managers'
  | 'appeals'
  | 'campaigns'
  | 'employees'
  | 'monthly_scores'
  | 'score_exceptions'
  | 'scoring_runs'
  | 'sellers'
  | 'surcharges'
  | 'sync_mappings'
  | 'users'
  | 'warehouses'
  | 'webhook_attempts'
  | 'webhook_subscriptions'

/**
 * The ETag of a version. The version of a record is the transaction that wrote its row (PostgreSQL's xmin), which is
 * another one after every change, however fast they follow each other; a configuration record has a number of its own.
 */
export const entityTag = (version: string | number) => `"${version}"`

/** The tag of a version with something behind it, which If-Match does not look at. */
export const versionAndMore = (tag: string, more: string) => `${tag.slice(0, -1)}-${more}"`

/**
 * Reads a record, and answers its ETag with it, where the read can't have the version of the row with it. The tag is
 * read first: a change in between makes it stale, so that a later If-Match is refused; the other way round it would let
 * a change pass that was made from what was read before.
 */
export async function withTag<Answer>(
  reply: Pick<FastifyReply, 'header'>,
  db: Sql,
  table: Tagged,
  key: Record<string, string | number>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const [column, value] = Object.entries(key)[0] as [string, string | number]
  const version = await versionOf(db, table, column, value)
  const answer = await read()
  if (version !== undefined) reply.header('etag', entityTag(version))
  return answer
}

/**
 * Compares the If-Match header of a change with the row that the change is about. Without the header nothing is asked.
 * The transaction holds the row's lock already, so of two changes with one tag the second one is refused.
 * @throws 412 when the header names other versions only
 */
export async function requireMatch(
  tx: Sql,
  { headers }: Pick<FastifyRequest, 'headers'>,
  table: Tagged,
  id: number,
): Promise<void> {
  const ifMatch = headers['if-match']
  if (ifMatch === undefined) return
  const version = await versionOf(tx, table, 'id', id)
  const row = { entity: table.slice(0, -1), id }
  if (version !== undefined) await requireVersion(tx, ifMatch, version, row)
}

async function versionOf(db: Sql, table: Tagged, column: string, value: string | number) {
  const row = await db.row<{ version: string }>(
    `select xmin::text as version from ${table} where ${column} = $1`,
    [value],
    `version-of-${table}-by-${column}`,
  )
  return row?.version
}

const TAG = /(W\/)?"[^"]*"/g
const WITH_MORE = /-.*"$/

/**
 * Whether an If-Match header (RFC 9110, 13.1.1: one tag, several, or *) names a version. A weak tag matches nothing, and
 * neither does a header that is no list of tags.
 */
export function namesVersion(ifMatch: string, version: string | number): boolean {
  if (ifMatch.trim() === '*') return true
  const isWellFormed = !/[^\s,]/.test(ifMatch.replaceAll(TAG, ''))
  const tags: string[] = (isWellFormed && ifMatch.match(TAG)) || []
  return tags.some((tag) => tag.replace(WITH_MORE, '"') === entityTag(version))
}

/**
 * Compares the If-Match header, where there is one, with the version of a row, which is an `entity` of the audit log.
 * @throws 412 that says who has changed the row
 */
export async function requireVersion(
  tx: Sql,
  ifMatch: string | undefined,
  version: string | number,
  row: { entity: string; id: number },
) {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version))
    throw preconditionFailed('stale_version', `${await lastChange(tx, row)}: look at it again.`)
}

const RELATIVE = new Intl.RelativeTimeFormat('en')

/** Who has changed a row, and how long ago. */
async function lastChange(tx: Sql, { entity, id }: { entity: string; id: number }) {
  const last = await tx.row<{ name: string | null; minutes: number }>`
    select u.full_name as name, extract(epoch from clock_timestamp() - a.at)::int / 60 as minutes
    from audit_log a left join users u on u.id = a.user_id
    where a.entity = ${entity} and a.entity_id = ${String(id)} order by a.id desc limit 1`
  if (!last) return 'It has changed since'
  const { name, minutes } = last
  const ago =
    minutes < 1
      ? 'just now'
      : minutes < 120
        ? RELATIVE.format(-minutes, 'minute')
        : minutes < 2 * 24 * 60
          ? RELATIVE.format(-Math.floor(minutes / 60), 'hour')
          : RELATIVE.format(-Math.floor(minutes / (24 * 60)), 'day')
  return `${name ?? 'The service'} has changed it ${ago}`
}

/** The header parameter of operations that honour If-Match. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the version that the change is meant for, several, or *: when the record has changed since, the answer is a 412',
      examples: ['"1"'],
    }),
  ),
})

/** The answer of an operation that carries the record's ETag. */
export const withETag = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  headers: {
    etag: {
      type: 'string',
      description:
        'The version of the record, in quotes. If-Match compares the number before the - alone: what is shown beside the record has versions of its own. If-None-Match compares all of it',
      examples: ['"8412-n4bQgYhMfWWaL-qgxVrQFa"'],
    },
  },
})

/** The refusal of a change that was meant for another version. */
export const Stale = Type.Unsafe<never>({
  $ref: 'Problem#',
  description: 'If-Match names another version than the newest',
})

/** A change that may be meant for one version of its record only, and answers no more than that it is done. */
export const ifUnchanged = { headers: IfMatch, response: { 200: Success, 412: Stale } }
