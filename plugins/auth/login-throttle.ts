import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../src/platform/database/database.ts'
import { tooManyRequests } from '../../src/platform/http/problems.ts'
import { networkOf } from './network-of.ts'
import { type Account, countFailures, uncountFailures } from './queries.ts'

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
 * @param account the account that is tried, or null with the name that nobody has
 * @throws 429 with the seconds until the window ends, and whatever `attempt` throws
 */
export async function throttled<T>(
  { ip, server: { db } }: FastifyRequest,
  account: Account | null,
  name: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const tried = { key: accountKey(account, name), limit: ACCOUNT_FAILURES }
  const from = { key: `address:${networkOf(ip)}`, limit: ADDRESS_FAILURES }
  await takeTry(db, [tried, from])
  try {
    const result = await attempt()
    await uncountFailures(db, [from.key])
    await db.prisma.login_throttle.deleteMany({ where: { key: tried.key } })
    return result
  } catch (error) {
    const failed = (error as { statusCode?: number }).statusCode === 401
    if (!failed) await uncountFailures(db, [tried.key, from.key])
    throw error
  }
}

/** A name that nobody has is kept as a digest: people type their passwords into the wrong field. */
const accountKey = (account: Account | null, name: string) =>
  account ? `account:${account.id}` : `name:${createHash('sha256').update(name.toLowerCase()).digest('hex')}`

async function takeTry(db: Database, counters: Counter[]) {
  const keys = counters.map(({ key }) => key)
  const counts = await countFailures(db, keys, `${WINDOW_MINUTES} minutes`)
  const exceeded = counts.filter(({ key, failures }) =>
    counters.some((counter) => counter.key === key && failures > counter.limit),
  )
  if (exceeded.length === 0) return
  await uncountFailures(db, keys) // an attempt that was refused leaves no trace
  throw Object.assign(tooManyRequests('too_many_logins', 'Too many failed logins; try again later.'), {
    retryAfter: Math.max(1, ...exceeded.map(({ seconds_left }) => seconds_left)),
  })
}
