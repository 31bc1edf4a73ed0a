import type { Sql, Tx } from '../../src/platform/database/database.ts'
import type { Counter } from './login-waits.ts'

/** Names one counter; an empty account stands for all, an empty network too. */
export interface CounterName {
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
 * Whether the account has logged in from the network within that time, as PostgreSQL writes an interval, and how many
 * seconds it still has to wait there. Nothing is locked: a flood of tries that have to wait costs one read each.
 */
export async function lookAt(
  db: Sql,
  userId: number | null,
  { account, network }: CounterName,
  within: string,
): Promise<{ known: boolean; wait: number }> {
  const seen = await db.row<{ known: boolean; wait: number | null }>(
    `select exists (
       select from login_networks
       where user_id = $1 and network = $2 and last_login_at > now() - $3::interval
     ) as known, (
       select extract(epoch from waits_until - clock_timestamp())::float8 from login_failures
       where account = $4 and network = $2
     ) as wait`,
    [userId, network, within, account],
    'throttle-look',
  )
  return { known: seen?.known ?? false, wait: seen?.wait ?? 0 }
}

/**
 * The counters as they stand, locked in one order until the transaction ends, made where there are none. After a
 * window without a try a counter begins anew.
 */
export const lockCounters = (tx: Tx, counters: CounterName[], window: string) =>
  tx.rows<CounterName & Counter>(
    `insert into login_failures as f (account, network, waits_until)
     select account, network, ${LONG_AGO} from unnest($1::text[], $2::text[]) as c(account, network) order by 1, 2
     on conflict (account, network) do update set account = excluded.account
     returning account, network,
       case when f.last_at > clock_timestamp() - $3::interval then failures else 0 end as failures,
       extract(epoch from waits_until - clock_timestamp())::float8 as waits,
       coalesce(f.last_at < clock_timestamp() - $3::interval, true) as is_new`,
    [...namesOf(counters), window],
  )

/** Writes counters that are locked. `waits` is in seconds from now. */
export const writeCounters = (tx: Tx, counters: (CounterName & { failures: number; waits: number })[]) =>
  tx.run`
    update login_failures f
    set failures = c.failures, last_at = clock_timestamp(),
        waits_until = greatest(
          f.waits_until, case when c.waits > 0 then clock_timestamp() + make_interval(secs => c.waits) end)
    from jsonb_to_recordset(${JSON.stringify(counters)}::jsonb)
      as c(account text, network text, failures int, waits float8)
    where f.account = c.account and f.network = c.network`

/** After a try that was right: the account’s counter of this network goes, and the others get their try back. */
export const uncountTry = (db: Sql, pair: CounterName, others: CounterName[]) =>
  db.rows(
    `with held as (
       select account, network, account = $3 and network = $4 as is_pair from login_failures
       where (account, network) in (select * from unnest($1::text[], $2::text[])) or (account = $3 and network = $4)
       order by account, network for update
     ), forgotten as (
       delete from login_failures f using held
       where held.is_pair and f.account = held.account and f.network = held.network
     )
     update login_failures f set failures = greatest(f.failures - 1, 0)
     from held where not held.is_pair and f.account = held.account and f.network = held.network`,
    [...namesOf(others), pair.account, pair.network],
    'throttle-uncount',
  )

/** After a try that could not be judged: all counters get it back, and nothing waits for it. */
export const takeTryBack = (db: Sql, counters: CounterName[]) =>
  db.rows(
    `with held as (
       select account, network from login_failures
       where (account, network) in (select * from unnest($1::text[], $2::text[]))
       order by account, network for update
     )
     update login_failures f set failures = greatest(f.failures - 1, 0), waits_until = ${LONG_AGO}
     from held where f.account = held.account and f.network = held.network`,
    namesOf(counters),
    'throttle-give-back',
  )

/** The lock keeps an erasure waiting, which then deletes it; of an account that is closed meanwhile nothing is kept. */
export const rememberNetwork = (db: Sql, userId: number, network: string) =>
  db.rows(
    `insert into login_networks (user_id, network)
     select id, $2 from users where id = $1 and is_active for key share
     on conflict (user_id, network) do update set last_login_at = now()`,
    [userId, network],
    'throttle-remember',
  )
