import { createHash } from 'node:crypto'
import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../src/platform/database/database.ts'
import { networkOf } from './network-of.ts'
import type { Account } from './queries.ts'

/** Failed logins allowed within one window, which begins with the first of them. */
export const ACCOUNT_FAILURES = 10
export const ADDRESS_FAILURES = 100
export const WINDOW_MINUTES = 15

/** One counter of the table: whose failures it counts and how many are allowed. */
interface Counter {
  key: string
  limit: number
}

/**
 * Makes one attempt to log in, if the account and the caller's address have tries left. The attempt counts as failed
 * before it begins, in one statement that locks both counters, so that a thousand at once, in any number of
 * processes, get no more tries than a thousand in a row. A success clears the account's counter and gives the
 * address its try back; so does an attempt that could not be judged.
 * @param account the account that is tried, or undefined with the name that nobody has
 * @throws 429 with the seconds until the window ends, and whatever `attempt` throws
 */
export async function throttled<T>(
  { ip, server: { db } }: FastifyRequest,
  account: Account | undefined,
  name: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const tried = { key: accountKey(account, name), limit: ACCOUNT_FAILURES }
  const from = { key: `address:${networkOf(ip)}`, limit: ADDRESS_FAILURES }
  await takeTry(db, [tried, from])
  try {
    const result = await attempt()
    await giveBack(db, [from.key])
    await db.rows('delete from login_throttles where key = $1', [tried.key], 'throttle-clear')
    return result
  } catch (error) {
    const failed = (error as { statusCode?: number }).statusCode === 401
    if (!failed) await giveBack(db, [tried.key, from.key])
    throw error
  }
}

/** A name that nobody has is kept as a digest: people type their passwords into the wrong field. */
const accountKey = (account: Account | undefined, name: string) =>
  account ? `account:${account.id}` : `name:${createHash('sha256').update(name.toLowerCase()).digest('hex')}`

async function takeTry(db: Database, counters: Counter[]) {
  const keys = counters.map(({ key }) => key)
  const counts = await db.rows<{ key: string; failures: number; seconds_left: number }>(
    `insert into login_throttles as t (key, failures, window_started_at)
     select key, 1, now() from unnest($1::text[]) as key order by key
     on conflict (key) do update set
       failures = case when t.window_started_at + $2::interval > now() then t.failures + 1 else 1 end,
       window_started_at =
         case when t.window_started_at + $2::interval > now() then t.window_started_at else now() end
     returning key, failures, ceil(extract(epoch from window_started_at + $2::interval - now()))::int as seconds_left`,
    [keys, `${WINDOW_MINUTES} minutes`],
    'throttle-take',
  )
  const exceeded = counts.filter(({ key, failures }) =>
    counters.some((counter) => counter.key === key && failures > counter.limit),
  )
  if (exceeded.length === 0) return
  await giveBack(db, keys)
  throw Object.assign(httpErrors.tooManyRequests('Too many failed logins; try again later.'), {
    retryAfter: Math.max(1, ...exceeded.map(({ seconds_left }) => seconds_left)),
  })
}

/** An attempt that was refused or not judged leaves no trace. */
const giveBack = (db: Database, keys: string[]) =>
  db.rows(
    `with held as (select key from login_throttles where key = any($1) order by key for update)
     update login_throttles t set failures = greatest(failures - 1, 0) from held where t.key = held.key`,
    [keys],
    'throttle-give-back',
  )
