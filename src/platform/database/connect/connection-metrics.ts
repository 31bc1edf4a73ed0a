import type pg from 'pg'
import type { Gauge } from 'prom-client'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Availability } from './availability.ts'

type Lanes = Record<string, { pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'> }>

/** Tells /metrics how the connections of each pool are used and whether the database is there. */
export function watchConnections(
  metrics: Pick<Metrics, 'gauge'>,
  lanes: Lanes,
  availability: Pick<Availability, 'problem'>,
) {
  const connections = metrics.gauge({
    name: 'sos_database_connections',
    help: 'Connections by lane and state: in_use or idle; waiting are the callers that have none yet',
    labelNames: ['lane', 'state'],
    collect() {
      for (const [lane, { pool }] of Object.entries(lanes)) {
        connections.set({ lane, state: 'in_use' }, pool.totalCount - pool.idleCount)
        connections.set({ lane, state: 'idle' }, pool.idleCount)
        connections.set({ lane, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  const most = metrics.gauge({
    name: 'sos_database_connections_max',
    help: 'How many connections a lane may have',
    labelNames: ['lane'],
  })
  for (const [lane, { pool }] of Object.entries(lanes)) most.set({ lane }, pool.options.max)
  const up: Gauge = metrics.gauge({
    name: 'sos_database_up',
    help: '1 while the database can be reached, as far as is known',
    collect(): void {
      up.set(availability.problem() === 'unreachable' ? 0 : 1)
    },
  })
  const writable: Gauge = metrics.gauge({
    name: 'sos_database_writable',
    help: '1 while the database takes changes, as far as is known',
    collect(): void {
      writable.set(['unreachable', 'read-only'].includes(availability.problem() ?? '') ? 0 : 1)
    },
  })
}
