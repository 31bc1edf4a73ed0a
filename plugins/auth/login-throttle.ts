import type { FastifyRequest } from 'fastify'
import { countedAs } from '../../src/platform/access/end-access.ts'
import type { Database, Sql, Tx } from '../../src/platform/database/database.ts'
import { tooManyRequests } from '../../src/platform/http/errors/problems.ts'
import { networkOf } from '../../src/platform/http/requests/network-of.ts'
import type { Account } from './login.ts'
import { type Counter, judge } from './login-waits.ts'

/** So long after the last failure a counter begins anew. */
export const WINDOW_MINUTES = 15
/** For so long after a login the failures of other networks don’t count against the one that it came from. */
export const KNOWN_DAYS = 30

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
  const { known, wait } = await lookAt(db, account?.id ?? null, pair)
  if (wait > 0) throw tooEarly(wait)
  const counters = known ? [pair] : [pair, { account: counted, network: '' }, { account: '', network }]
  await takeTry(db, counters)
  try {
    const result = await attempt()
    await giveBack(db, counters, { succeeded: true })
    if (account) await rememberNetwork(db, account.id, network)
    return result
  } catch (error) {
    const failed = (error as { statusCode?: number }).statusCode === 401
    if (!failed) await giveBack(db, counters, { succeeded: false })
    throw error
  }
}

/** Counts the try before it is made. One that has to wait is taken back with its transaction: nothing is kept of it. */
async function takeTry(db: Database, names: CounterName[]) {
  const first = await db.transaction(async (tx) => {
    const counters = await countTry(tx, names)
    const pair = counters.find(({ account, network }) => account && network) as CounterName & Counter
    const account = counters.find(({ network }) => !network)
    const network = counters.find((counter) => !counter.account)
    const { wait, first, pairWaits, networkWaits } = judge({ pair, account, network })
    if (wait > 0) throw tooEarly(wait)
    await makeWait(tx, pair, first || pairWaits)
    if (network) await makeWait(tx, network, networkWaits)
    return first
  })
  if (first > 0) throw tooEarly(first)
}

const tooEarly = (seconds: number) =>
  tooManyRequests('too_many_logins', 'Too many failed logins; try again later.', {
    retryAfter: Math.ceil(seconds),
  })

/**
 * Names one counter: of an account from one network, which is a pair, of an account from all networks, which are an
 * empty one, or of a network with all accounts.
 */
interface CounterName {
  account: string
  network: string
}

/** Where nothing waits. Never now: the column keeps milliseconds, and rounds up as often as down. */
const LONG_AGO = 'to_timestamp(0)'

const namesOf = (counters: CounterName[]) => [
  counters.map(({ account }) => account),
  counters.map(({ network }) => network),
]

/**
 * Whether the account has logged in from the network lately, and how many seconds it still has to wait there. Nothing is
 * locked: a flood of tries that have to wait costs one read each.
 */
const lookAt = (db: Sql, userId: number | null, { account, network }: CounterName) =>
  db.one<{ known: boolean; wait: number }>(
    `select exists (
       select from login_networks
       where user_id = $1 and network = $2 and last_login_at > now() - $3::interval
     ) as known, coalesce((
       select extract(epoch from waits_until - clock_timestamp())::float8 from login_failures
       where account = $4 and network = $2
     ), 0) as wait`,
    [userId, network, `${KNOWN_DAYS} days`, account],
    'throttle-look',
  )

/**
 * Adds a failure to the counters, in one order, and answers how they stood before; they are locked until the transaction
 * ends. After a window without a try a counter begins anew.
 */
const countTry = (tx: Tx, counters: CounterName[]) =>
  tx.rows<CounterName & Counter>(
    `insert into login_failures as f (account, network, failures, last_at, waits_until)
     select account, network, 1, clock_timestamp(), ${LONG_AGO}
     from unnest($1::text[], $2::text[]) as c(account, network) order by 1, 2
     on conflict (account, network) do update set
       failures = 1 + case when f.last_at > clock_timestamp() - $3::interval then f.failures else 0 end,
       last_at = clock_timestamp()
     returning account, network, failures - 1 as failures,
       extract(epoch from waits_until - clock_timestamp())::float8 as waits`,
    [...namesOf(counters), `${WINDOW_MINUTES} minutes`],
  )

/** Lets a counter that is locked wait, for so many seconds from now. */
async function makeWait(tx: Tx, { account, network }: CounterName, seconds: number) {
  if (seconds > 0)
    await tx.run`
      update login_failures
      set waits_until = greatest(waits_until, clock_timestamp() + make_interval(secs => ${seconds}))
      where account = ${account} and network = ${network}`
}

/**
 * All counters get their try back: after one that succeeded, by which the pair is forgotten, and after one that could
 * not be judged, for which nothing waits. A transaction, which is repeated where it and a new password, which deletes
 * counters in any order, wait for each other.
 */
const giveBack = (db: Database, counters: CounterName[], { succeeded }: { succeeded: boolean }) =>
  db.transaction((tx) =>
    tx.rows(
      `with held as (
         select account, network, $3 and account <> '' and network <> '' as is_over from login_failures
         where (account, network) in (select * from unnest($1::text[], $2::text[]))
         order by account, network for update
       ), forgotten as (
         delete from login_failures f using held
         where held.is_over and f.account = held.account and f.network = held.network
       )
       update login_failures f
       set failures = greatest(f.failures - 1, 0), waits_until = case when $3 then f.waits_until else ${LONG_AGO} end
       from held where not held.is_over and f.account = held.account and f.network = held.network`,
      [...namesOf(counters), succeeded],
      'throttle-give-back',
    ),
  )

/** The lock keeps an erasure waiting, which then deletes it; of an account that is closed meanwhile nothing is kept. */
const rememberNetwork = (db: Sql, userId: number, network: string) =>
  db.rows(
    `insert into login_networks (user_id, network)
     select id, $2 from users where id = $1 and is_active for key share
     on conflict (user_id, network) do update set last_login_at = now()`,
    [userId, network],
    'throttle-remember',
  )
