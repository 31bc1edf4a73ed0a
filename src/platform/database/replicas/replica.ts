import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { BOUNDS, BULK_TRANSACTION } from '../connect/bounds.ts'
import { destroy } from '../connect/checkout.ts'
import { aim, choosingClient } from '../connect/choosing-client.ts'
import { type DatabaseUrl, type Host, nameOf } from '../connect/database-url.ts'
import { watchLag } from '../connect/event-loop-lag.ts'
import { openPool, type Pool } from '../connect/pool.ts'
import type { TransactionBounds } from '../connect/session.ts'
import type { Tx } from '../database.ts'
import { type Sql, sqlOver } from '../statements/sql.ts'
import { DATABASE, type Position } from './primary-position.ts'
import { createReplicaLag } from './replica-lag.ts'

/** How a replica is read. */
export interface ReplicaReads {
  /** Single statements. */
  sql: Sql
  /** Reads that all see the database at one instant. */
  snapshot<T>(work: (reads: Tx) => Promise<T>): Promise<T>
}

export interface Replica extends ReplicaReads {
  /** Its host and port. */
  name: string
  /** Why it is not read, as the end of a sentence; undefined while it is. */
  problem(): string | undefined
  /** For how long it has lacked a change that the primary has, in milliseconds; 0 when it lacks none. */
  lagMs(): number
  /** Looks whether it can be read, given where the primary stands. Never fails. */
  look(primary: Position): Promise<void>
  /** Whether it has everything up to a position, waiting so many milliseconds for it. Never fails. */
  reaches(primary: Position, waitMs: number): Promise<boolean>
  end(): Promise<void>
}

interface ReplicaOptions {
  host: Host
  address: DatabaseUrl
  /** How many connections its reads may take. */
  size: number
  /** By how much it may lag, in milliseconds. */
  mostLagMs: number
  /** Runs work in one transaction on the connections of a pool. */
  transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>, bounds: TransactionBounds): Promise<T>
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

/** How long a replica may take to say how far it is. */
const LOOK_MS = 1_000
/** A look of a process that was itself late says nothing. */
const BUSY_MS = 500
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 100
const NAME = 'seller-operating-score replica'
const NOT_LOOKED = 'it was not looked at yet'

/** What a replica says of itself, compared with the primary. One that is no standby may say no `lsn`. */
interface Said {
  isStandby: boolean
  isSameDatabase: boolean
  isSameTimeline: boolean
  reaches: boolean
  lsn: string
}

/**
 * The timeline is that of the log it receives, which only some roles may see, or the one it had when it last wrote
 * pages: after a failover the latter may lag by some minutes, but it never runs ahead.
 */
const SAID = `
  select pg_is_in_recovery() as "isStandby", ${DATABASE} = $2 as "isSameDatabase",
         $3::int in ((select received_tli from pg_stat_wal_receiver),
                     (select min_recovery_end_timeline from pg_control_recovery())) as "isSameTimeline",
         pg_last_wal_replay_lsn() >= $1::pg_lsn as reaches, pg_last_wal_replay_lsn()::text as lsn`

/** A hot standby that may answer reads. It is asked how far it is on a connection that no read can take. */
export function openReplica({ host, address, size, mostLagMs, transaction, log }: ReplicaOptions): Replica {
  const name = nameOf(host)
  const clients = new Set<pg.ClientBase>()
  const choosing = <Client extends typeof pg.Client>(Client: Client) =>
    choosingClient(Client, (client, connect) => {
      aim(client, host)
      return connect()
    })
  // The look finds out by itself what becomes of the connections.
  const common = { address: { ...address, choosing }, availability: { suspect() {} }, name: NAME }
  const reads = openPool({ ...common, size, statementMs: BOUNDS.request, waitMs: LOOK_MS })
  const looks = openPool({ ...common, size: 1, statementMs: LOOK_MS, waitMs: LOOK_MS })
  reads.pool.on('connect', (client) => void clients.add(client))
  reads.pool.on('remove', (client) => void clients.delete(client))
  const lag = createReplicaLag()
  let present: string | undefined = NOT_LOOKED

  const ask = ({ lsn, database, timeline }: Position) =>
    sqlOver(looks.query).one<Said>(SAID, [lsn, database, timeline])

  /** Says a change once. Reads that are under way on a replica that does not answer are cut off. */
  function become(found: string | undefined) {
    if (found === present) return
    if (found) log.warn(`the replica ${name} is not read (${found}); the primary answers instead`)
    else if (present !== NOT_LOOKED) log.info(`the replica ${name} is read again`)
    present = found
    if (found?.startsWith(AWAY)) for (const client of clients) destroy(client)
  }

  async function look(primary: Position) {
    const own = watchLag()
    const seenAt = performance.now()
    const said = await ask(primary).catch((error: Error) => error)
    const wasBusy = own.stop() > BUSY_MS
    if (said instanceof Error) return void (wasBusy || become(`${AWAY} (${reasonOf(said)})`))
    const problem = problemOf(said)
    if (problem) return become(problem)
    lag.see({ primary: primary.lsn, replica: said.lsn, at: seenAt })
    become(lag.ms() > mostLagMs ? `it lags by more than ${mostLagMs / 1000} s` : undefined)
  }

  async function reaches(primary: Position, waitMs: number) {
    const until = performance.now() + waitMs
    for (let pause = FIRST_PAUSE_MS; present === undefined; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const said = await ask(primary).catch(() => undefined)
      if (!said || problemOf(said)) return false
      if (said.reaches) return true
      if (performance.now() + pause > until) return false
      await delay(pause)
    }
    return false
  }

  return {
    name,
    problem: () => present,
    lagMs: lag.ms,
    look,
    reaches,
    sql: sqlOver(reads.query),
    snapshot: (work) =>
      transaction(
        reads,
        async (tx) => {
          await tx.run`set transaction isolation level repeatable read, read only`
          return work(tx)
        },
        BULK_TRANSACTION,
      ),
    async end() {
      await Promise.all([reads.pool.end(), looks.pool.end()])
    },
  }
}

const AWAY = "it can't be reached"

const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message)

function problemOf({ isStandby, isSameDatabase, isSameTimeline }: Said): string | undefined {
  if (!isSameDatabase) return 'it is of another database'
  if (!isStandby) return 'it is not a standby'
  if (!isSameTimeline) return 'it follows another timeline'
  return undefined
}
