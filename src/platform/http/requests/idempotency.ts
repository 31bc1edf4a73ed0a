import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Sql, Transaction, Tx } from '../../database/database.ts'
import { badRequest, conflict } from '../errors/problems.ts'

/**
 * Runs a change in one transaction and returns its answer. On a POST with `Idempotency-Key` the key and the
 * answer are written in that same transaction: the primary key (user_id, key) makes a second request with the
 * key wait for the first, then answers with what the first was told. A failed change leaves no key behind.
 * `secrets` names fields of the body of which no plain digest may be stored, because they could be guessed by it: they
 * are compared by a keyed hash.
 * @throws 409 when the key was used with another request
 */
export const change = <Answer>(
  request: FastifyRequest,
  work: (tx: Tx) => Promise<Answer>,
  options: { timeout?: number; secrets?: string[] } = {},
): Promise<Answer> =>
  changeWithin((inner) => request.server.db.transaction(inner, options), request, work, options.secrets)

/** The same for a change that moves megabytes (see bulkTransaction). */
export const bulkChange = <Answer>(
  request: FastifyRequest,
  work: (tx: Transaction) => Promise<Answer>,
  options: { timeout: number },
): Promise<Answer> =>
  changeWithin((inner) => request.server.db.bulkTransaction(inner, options), request, work)

async function changeWithin<T extends Transaction, Answer>(
  transaction: (inner: (tx: T) => Promise<Answer>) => Promise<Answer>,
  request: FastifyRequest,
  work: (tx: T) => Promise<Answer>,
  secrets?: string[],
): Promise<Answer> {
  const { env } = request.server
  const key = idempotencyKey(request)
  if (!key) return transaction(work)
  const fingerprint = fingerprintOf(request, secrets)
  return transaction(async (tx) => {
    const claimed = await tx.run`
      insert into idempotency_keys (user_id, key, request, secrets)
      values (${request.actor.id}, ${key}, ${fingerprint.request}, ${fingerprint.secrets})
      on conflict (user_id, key) do update
      set request = excluded.request, secrets = excluded.secrets, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - make_interval(hours => ${env.KEEP_IDEMPOTENCY_HOURS}::int)`
    if (claimed === 0) return earlierAnswer(await storedBy<Answer>(tx, request.actor.id, key), fingerprint)
    const answer = await work(tx)
    await tx.run`
      update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${request.actor.id} and key = ${key}`
    return answer
  })
}

/**
 * The same promise for work that is no transaction of its own and may safely run twice: the answer of the
 * first to finish is kept, and every later request with the key gets it.
 */
export async function answerOnce<Answer>(
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { db, env } = request.server
  const key = idempotencyKey(request)
  if (!key) return work()
  const fingerprint = fingerprintOf(request)
  const known = await storedBy<Answer>(db, request.actor.id, key)
  if (known && known.age_hours < env.KEEP_IDEMPOTENCY_HOURS) return earlierAnswer(known, fingerprint)
  const answer = await work()
  await db.rows(
    `insert into idempotency_keys (user_id, key, request, answer) values ($1, $2, $3, $4::jsonb)
     on conflict (user_id, key) do update
     set request = excluded.request, secrets = null, answer = excluded.answer, created_at = now()
     where idempotency_keys.created_at < now() - make_interval(hours => $5)`,
    [request.actor.id, key, fingerprint.request, JSON.stringify(answer), env.KEEP_IDEMPOTENCY_HOURS],
  )
  return earlierAnswer(await storedBy<Answer>(db, request.actor.id, key), fingerprint)
}

/** What requests are compared by; `secrets` is null where the route has none, and in rows of an older release. */
interface Fingerprint {
  request: string
  secrets: string | null
}

interface Stored<Answer> extends Fingerprint {
  answer: Answer
  age_hours: number
}

const storedBy = <Answer>(tx: Sql, userId: number, key: string) => tx.row<Stored<Answer>>`
  select request, secrets, answer, extract(epoch from now() - created_at)::float8 / 3600 as age_hours
  from idempotency_keys where user_id = ${userId} and key = ${key}`

function earlierAnswer<Answer>(
  stored: Stored<Answer> | undefined,
  { request, secrets }: Fingerprint,
): Answer {
  if (stored?.request !== request || (stored.secrets ?? secrets) !== secrets)
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
    throw badRequest('idempotency_key_invalid', 'Idempotency-Key must be 1 to 255 characters')
  return key
}

function fingerprintOf({ method, url, body, server }: FastifyRequest, secrets: string[] = []): Fingerprint {
  const hidden: [string, unknown][] = []
  const hide = (field: string, value: unknown) => {
    if (!secrets.includes(field)) return value
    hidden.push([field, value])
  }
  const text = textOf(body, secrets.length > 0 ? hide : undefined)
  return {
    request: createHash('sha256')
      .update(`${method} ${url}\n${text ?? ''}`)
      .digest('hex'),
    secrets: secrets.length > 0 ? server.keyedHash(textOf(hidden) as string) : null,
  }
}

function textOf(body: unknown, replace?: (field: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(body, replace)
  } catch {
    // Of what was read from JSON only the depth can't be written again.
    throw badRequest('invalid_json', 'the body is nested too deeply')
  }
}
