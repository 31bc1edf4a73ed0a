import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { Gauge } from 'prom-client'
import type { Metrics } from '../../metrics/metrics.ts'
import { readDatabaseUrl, STANDBY_MODES } from '../connect/database-url.ts'
import { sqlState } from '../connect/sql-state.ts'
import { DatabaseUnavailable } from '../connect/unavailable.ts'
import { isConflict } from '../statements/transient.ts'
import { primaryPosition } from './primary-position.ts'
import { openReplica, type Replica, type ReplicaReads } from './replica.ts'

/** What a replica is, for readiness. */
export interface ReplicaStatus {
  /** Host and port. */
  name: string
  /** Why it is not read; null while it is. */
  problem: string | null
  lag_seconds: number
}

/** The hot standbys that answer what may be read from one: exports and dashboards. */
export interface Replicas {
  /**
   * Reads from a replica, or from the primary where there is none, none is fit, or it fails meanwhile. A replica is
   * only read when it has everything that the primary had acknowledged when it was asked, so that nobody misses a
   * change that was acknowledged before, whoever made it, through whichever process. `waitMs` is how long may be
   * waited for the replica to have it; the lag that is allowed is the most.
   */
  read<T>(
    replica: (reads: ReplicaReads) => Promise<T>,
    primary: () => Promise<T>,
    waitMs?: number,
  ): Promise<T>
  status(): ReplicaStatus[]
}

declare module 'fastify' {
  interface FastifyInstance {
    replicas: Replicas
  }
}

const LOOK_EVERY_MS = 2_000
const END_MS = 2_000
/** More than that a dashboard of the primary does not cost. */
const BRIEF_MS = 100

export const replicas = fp(
  async (app) => {
    const { env, db, log } = app
    const mostLagMs = env.DATABASE_REPLICA_LAG_SECONDS * 1000
    const all = env.DATABASE_REPLICA_URL ? openAll(env.DATABASE_REPLICA_URL) : []
    const closing = new AbortController()
    const counted = watchReplicas(app.metrics, all)
    let turn = 0

    function openAll(url: string): Replica[] {
      const read = readDatabaseUrl(url, 'DATABASE_REPLICA_URL', STANDBY_MODES)
      const address = { ...read, schema: db.schema }
      const size = Math.max(2, Math.floor(env.DATABASE_POOL_SIZE / 3))
      const options = { address, size, mostLagMs, transaction: db.transactionOn, log }
      return read.hosts.map((host) => openReplica({ host, ...options }))
    }

    async function look() {
      const position = await primaryPosition(db.quick).catch(() => undefined)
      if (position) await Promise.all(all.map((replica) => replica.look(position)))
    }

    async function watch() {
      while (!closing.signal.aborted) {
        await look()
        await delay(LOOK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }

    /** A replica that has all that the primary has now; those that are fit take turns. */
    async function choose(waitMs: number): Promise<Replica | undefined> {
      const patience = Math.min(waitMs, mostLagMs)
      const fit = all.filter(({ problem, lagMs }) => problem() === undefined && lagMs() <= patience)
      const replica = fit[turn++ % fit.length]
      const position = replica && (await primaryPosition(db.quick).catch(() => undefined))
      return position && (await replica.reaches(position, patience)) ? replica : undefined
    }

    app.decorate('replicas', {
      async read(fromReplica, fromPrimary, waitMs = BRIEF_MS) {
        if (all.length === 0) return fromPrimary()
        const replica = await choose(waitMs)
        if (replica)
          try {
            const answer = await fromReplica(replica)
            counted.inc({ from: 'replica' })
            return answer
          } catch (error) {
            if (!isOfReplica(error)) throw error
            log.debug({ err: error, replica: replica.name }, 'a replica gave no answer; the primary is asked')
          }
        counted.inc({ from: 'primary' })
        return fromPrimary()
      },
      status: () =>
        all.map(({ name, problem, lagMs }) => ({
          name,
          problem: problem() ?? null,
          lag_seconds: Math.round(lagMs() / 100) / 10,
        })),
    })
    if (all.length > 0) void watch()
    app.addHook('onClose', async () => {
      closing.abort()
      const ended = Promise.all(all.map((replica) => replica.end()))
      await Promise.race([ended, delay(END_MS, undefined, { ref: false })])
    })
  },
  { name: 'replicas', dependencies: ['database'] },
)

/**
 * Whether an error is the replica's own, so that the primary may do better: it went away, had no connection, could not
 * be written to, or ended a read that stood in the way of what it follows. A statement that takes too long would do so
 * on the primary, too.
 */
const isOfReplica = (error: unknown) =>
  error instanceof DatabaseUnavailable ? sqlState(error.cause) !== '57014' : isConflict(error)

/** Tells /metrics of the replicas; answers the counter of the reads. */
function watchReplicas(metrics: Pick<Metrics, 'gauge' | 'counter'>, all: Replica[]) {
  const up: Gauge = metrics.gauge({
    name: 'sos_replica_up',
    help: '1 while the replica is read: it can be reached, follows the primary and does not lag',
    labelNames: ['replica'],
    collect(): void {
      for (const { name, problem } of all) up.set({ replica: name }, problem() === undefined ? 1 : 0)
    },
  })
  const lag: Gauge = metrics.gauge({
    name: 'sos_replica_lag_seconds',
    help: 'For how long the replica has lacked a change that the primary has',
    labelNames: ['replica'],
    collect(): void {
      for (const { name, lagMs } of all) lag.set({ replica: name }, lagMs() / 1000)
    },
  })
  return metrics.counter({
    name: 'sos_replica_reads_total',
    help: 'Exports and dashboards that a replica may answer, by who answered: replica or primary',
    labelNames: ['from'],
  })
}
