import type { FastifyRequest } from 'fastify'
import { countedAs } from '../../src/platform/access/end-access.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { tooManyRequests } from '../../src/platform/http/errors/problems.ts'
import { type Counter, judge } from './login-waits.ts'
import { networkOf } from './network-of.ts'
import type { Account } from './queries.ts'
import {
  type CounterName,
  lockCounters,
  lookAt,
  rememberNetwork,
  takeTryBack,
  uncountTry,
  writeCounters,
} from './throttle-queries.ts'

/** So long after the last failure a counter begins anew. */
export const WINDOW_MINUTES = 15
/** For so long after a login the failures of other networks don’t count against the one that it came from. */
export const KNOWN_DAYS = 30

/** The counters of a try by their names: of the account from this network alone, and of what it shares with others. */
interface Names {
  pair: CounterName
  account?: CounterName
  network?: CounterName
}

/**
 * Makes one attempt to log in, unless the account from this network, or either of them, has to wait. The attempt
 * counts as failed before the password is looked at, in a short transaction that locks its counters and ends before
 * the password is hashed: a thousand at once, in any number of processes, get no more tries than a thousand in a row.
 * A success forgets the failures of the account from this network; an attempt that could not be judged counts for
 * nothing.
 * @param account the account that is tried, or null with the name that nobody has
 * @throws 429 with the seconds to wait, and whatever `attempt` throws
 */
export async function throttled<T>(
  { ip, server: { db, keyedHash } }: FastifyRequest,
  account: Account | null,
  name: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const network = networkOf(ip)
  // A name that nobody has is kept as a hash: people type their passwords into the wrong field.
  const counted = account ? countedAs(account.id) : `name:${keyedHash(name.toLowerCase())}`
  const pair = { account: counted, network }
  const { known, wait } = await lookAt(db, account?.id ?? null, pair, `${KNOWN_DAYS} days`)
  if (wait > 0) throw tooEarly(wait)
  const shared = { account: { account: counted, network: '' }, network: { account: '', network } }
  const names: Names = known ? { pair } : { pair, ...shared }
  const others = known ? [] : Object.values(shared)
  await takeTry(db, names)
  try {
    const result = await attempt()
    await uncountTry(db, pair, others)
    if (account) await rememberNetwork(db, account.id, network)
    return result
  } catch (error) {
    const failed = (error as { statusCode?: number }).statusCode === 401
    if (!failed) await takeTryBack(db, [pair, ...others])
    throw error
  }
}

async function takeTry(db: Database, names: Names) {
  const wait = await db.transaction(async (tx) => {
    const rows = await lockCounters(tx, Object.values(names), `${WINDOW_MINUTES} minutes`)
    const counterOf = (name: CounterName | undefined) =>
      rows.find((row) => row.account === name?.account && row.network === name.network)
    const pair = counterOf(names.pair) as CounterName & Counter
    const [account, network] = [counterOf(names.account), counterOf(names.network)]
    const { wait, pairWaits, networkWaits } = judge({ pair, account, network })
    if (wait > 0 && pairWaits === 0) throw tooEarly(wait) // and no row stays of a name that nobody has
    const after = (counter: (CounterName & Counter) | undefined, waits: number) =>
      counter ? [{ ...counter, failures: counter.failures + (wait > 0 ? 0 : 1), waits }] : []
    const others = [...after(account, 0), ...after(network, networkWaits)]
    await writeCounters(tx, [...after(pair, pairWaits), ...(wait === 0 ? others : [])])
    return wait
  })
  if (wait > 0) throw tooEarly(wait)
}

const tooEarly = (seconds: number) =>
  Object.assign(tooManyRequests('too_many_logins', 'Too many failed logins; try again later.'), {
    retryAfter: Math.ceil(seconds),
  })
