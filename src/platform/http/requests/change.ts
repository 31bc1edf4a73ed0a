import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Sql, Tx } from '../../database/database.ts'
import { entityTag, versionOf } from '../answers/answer-tags.ts'
import { badRequest, conflict, preconditionFailed, unauthorized } from '../errors/problems.ts'

/**
 * Runs a change in one transaction and returns its answer. On a POST with `Idempotency-Key` the key and the
 * answer are written in that same transaction: the primary key (user_id, key) makes a second request with the
 * key wait for the first, then answers with what the first was told. A failed change leaves no key behind.
 * `holdsSecret` is said of a body of which no plain digest may be stored, because its password could be guessed by it:
 * it is compared by a keyed hash. `bulk` takes one of the connections of bulk work.
 * @throws 409 when the key was used with another request
 */
export async function change<Answer>(
  request: FastifyRequest,
  work: (tx: Tx) => Promise<Answer>,
  { holdsSecret, ...options }: { timeout?: number; bulk?: boolean; holdsSecret?: boolean } = {},
): Promise<Answer> {
  const { db, env } = request.server
  const key = idempotencyKey(request)
  if (!key) return db.transaction(work, options)
  const fingerprint = fingerprintOf(request, holdsSecret)
  return db.transaction(async (tx) => {
    const claimed = await tx.run`
      insert into idempotency_keys (user_id, key, request) values (${request.actor.id}, ${key}, ${fingerprint})
      on conflict (user_id, key) do update
      set request = excluded.request, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - make_interval(hours => ${env.KEEP_IDEMPOTENCY_HOURS}::int)`
    if (claimed === 0) return earlierAnswer(await storedBy<Answer>(tx, request, key), fingerprint)
    const answer = await work(tx)
    await tx.run`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${request.actor.id} and key = ${key}`
    return answer
  }, options)
}

/**
 * The same promise for work that is no transaction of its own and may safely run twice: the answer of the
 * first to finish is kept, and every later request with the key gets it.
 */
export async function answerOnce<Answer>(request: FastifyRequest, work: () => Promise<Answer>) {
  const key = idempotencyKey(request)
  if (!key) return work()
  const known = await storedBy<Answer>(request.server.db, request, key)
  if (known) return earlierAnswer(known, fingerprintOf(request))
  const answer = await work()
  return change(request, async () => answer)
}

interface Stored<Answer> {
  request: string
  answer: Answer
}

/** What is kept of the request with that key, as long as it is. */
const storedBy = <Answer>(db: Sql, { actor, server }: FastifyRequest, key: string) => db.row<Stored<Answer>>`
  select request, answer from idempotency_keys
  where user_id = ${actor.id} and key = ${key}
    and created_at >= now() - make_interval(hours => ${server.env.KEEP_IDEMPOTENCY_HOURS}::int)`

function earlierAnswer<Answer>(stored: Stored<Answer> | undefined, fingerprint: string) {
  if (stored?.request !== fingerprint)
    throw conflict(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request, which was done: look at what it made.',
    )
  return stored.answer
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw badRequest('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 characters', {
      errorField: 'Idempotency-Key',
    })
  return key
}

/** What requests are compared by. */
function fingerprintOf({ method, url, body, server }: FastifyRequest, holdsSecret = false) {
  const text = `${method} ${url}\n${textOf(body) ?? ''}`
  return holdsSecret ? server.keyedHash(text) : hash('sha256', text)
}

function textOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body)
  } catch {
    // Of what was read from JSON only the depth can't be written again.
    throw badRequest('invalid_json', 'the body is nested too deeply')
  }
}

/** The kinds of what is changed, the most usual first. */
export const ENTITIES = [
  'seller',
  'score_exception',
  'account_manager',
  'campaign',
  'appeal',
  'appeal_comment',
  'surcharge',
  'monthly_score',
  'period',
  'scoring_run',
  'correction',
  'config',
  'config_draft',
  'backtest',
  'feed',
  'sync_mapping',
  'webhook_subscription',
  'user',
  'api_key',
  'employee',
  'warehouse',
] as const

type Entity = (typeof ENTITIES)[number]

/** One change: `seller.updated` of `seller` 17, before and after. The entity is left out where the action begins with it. */
export type AuditEntry = (
  | { action: string; entity: Entity }
  | { action: `${Entity}.${string}`; entity?: never }
) & {
  entity_id?: string | number | null
  before?: unknown
  after?: unknown
}

/** Who is named by an audit row, the acting user and the request, and by what it acts. Jobs act for nobody. */
export type Acting = Pick<FastifyRequest, 'actor' | 'id' | 'credential'> | null

/** Writes the audit row of a change, in the change's transaction. `before` and `after` must hold no secrets. */
export const audit = (tx: Sql, acting: Acting, entry: AuditEntry) => auditAll(tx, acting, [entry])

/**
 * The same for a change of many things, or of none. The account that acts is locked against being closed, erased or, by
 * others or a reset, given another password until the change is committed: of a change and such an end at the same time,
 * either the end waits, and an erasure erases what the change has written of the person, or the change waits and is
 * refused. Who ends the session or API key alone waits for no change, and a change that comes here before that is committed
 * is made. What the change itself has closed or ended (its row is of this transaction) may say so.
 * @throws 401 for an account that is closed, or a session or API key that is ended or expired, meanwhile
 */
export async function auditAll(tx: Sql, acting: Acting, entries: AuditEntry[]) {
  const userId = acting?.actor?.id ?? null
  const sessionId = acting?.credential?.kind === 'session' ? acting.credential.session_id : null
  const keyId = acting?.credential?.kind === 'api-key' ? acting.credential.key_id : null
  const written = entries.map((entry) => ({ entity: entry.action.split('.')[0], ...entry }))
  // A statement of its own: only the next one sees what was committed while this waits.
  if (userId !== null) await tx.run`select from users where id = ${userId} for key share`
  const { is_open, stands } = await tx.one<{ is_open: boolean; stands: boolean }>`
    with judged as materialized (
      select ${userId}::int is null or exists (
        select from users where id = ${userId}::int and (is_active or xmin = pg_current_xact_id()::xid)
      ) as is_open, (${sessionId}::uuid is null or exists (
        select from sessions
        where id = ${sessionId}::uuid and (ended_at is null or xmin = pg_current_xact_id()::xid) and expires_at > now()
      )) and (${keyId}::int is null or exists (
        select from api_keys
        where id = ${keyId}::int and (revoked_at is null or xmin = pg_current_xact_id()::xid)
          and (expires_at is null or expires_at > now())
      )) as stands
    ), written as (
      insert into audit_log (user_id, request_id, action, entity, entity_id, before, after)
      select ${userId}::int, ${acting?.id ?? null}, action, entity, entity_id, before, after
      from judged, rows from (
        jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
          as (action text, entity text, entity_id text, before jsonb, after jsonb)
      ) with ordinality as entry(action, entity, entity_id, before, after, position)
      where is_open and stands
      order by position
    )
    select * from judged`
  if (!is_open)
    throw unauthorized('account_inactive', 'The account that acts does not exist or is not active.')
  if (!stands)
    throw unauthorized(
      keyId === null ? 'session_ended' : 'api_key_invalid',
      'The session or API key that acts has ended.',
    )
}

/**
 * Compares the If-Match header of a change with the row that the change is about. Without the header nothing is asked.
 * The transaction holds the row's lock already, so of two changes with one tag the second one is refused.
 * @throws 412 when the header names other versions only
 */
export async function requireMatch(tx: Sql, request: Caller, table: string, id: number): Promise<void> {
  if (request.headers['if-match'] === undefined) return
  const version = await versionOf(tx, table, 'id', id)
  const row = { entity: table.slice(0, -1), id }
  if (version !== undefined) await requireVersion(tx, request, version, row)
}

type Caller = Pick<FastifyRequest, 'headers' | 'actor'>

/**
 * The record of a table with an id, locked until the transaction ends, so that two changes see each other.
 * @throws what `none` makes where there is none, and 412 as `requireMatch` does
 */
export async function lockRecord<Row>(tx: Tx, request: Caller, table: string, id: number, none: () => Error) {
  const record = await tx.row<Row>(`select * from ${table} where id = $1 for update`, [id])
  if (!record) throw none()
  await requireMatch(tx, request, table, id)
  return record
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
 * @throws 412 that says whose the last change is, as far as the audit log knows
 */
export async function requireVersion(
  tx: Sql,
  { headers: { 'if-match': ifMatch }, actor }: Caller,
  version: string | number,
  row: { entity: string; id: number },
) {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version))
    throw preconditionFailed(
      'stale_version',
      `It is not the version that you read${await lastEntry(tx, row, actor.id)}: look at it again.`,
    )
}

/** Whose the newest entry of the audit log about a row is; it may have made the row. */
async function lastEntry(tx: Sql, { entity, id }: { entity: string; id: number }, own: number) {
  const last = await tx.row<{ user_id: number | null; name: string | null }>`
    select a.user_id, case when u.erased_at is null then u.full_name end as name
    from audit_log a left join users u on u.id = a.user_id
    where a.entity = ${entity} and a.entity_id = ${String(id)} order by a.id desc limit 1`
  const who = last?.user_id === own ? 'you' : last?.user_id === null ? 'the service' : last?.name
  return who ? `; the last entry of its audit log is by ${who}` : ''
}
