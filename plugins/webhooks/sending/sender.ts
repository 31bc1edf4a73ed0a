import type { FastifyInstance } from 'fastify'
import type { Agent } from 'undici'
import { admit, isTrouble, settle } from '../../../src/delivery/breaker.ts'
import { classifyResponse } from '../../../src/delivery/outcome.ts'
import type { Claim, Consumer, Lease } from '../../../src/platform/jobs/consumer.ts'
import { type DeliveryJob, tasksOf } from '../delivery-task.ts'
import { openAgent } from './dialer.ts'
import { type Due, findDue } from './due-queries.ts'
import { createEndpoints, type Endpoint } from './endpoint.ts'
import {
  type ClaimedTask,
  isFull,
  type Lane,
  type LoadedTask,
  mayWait,
  newLane,
  openUntil,
  roomIn,
  usualAfter,
} from './lane.ts'
import { attemptOf, unsendable } from './log-entry.ts'
import { signedHeaders } from './message.ts'
import { post } from './post.ts'
import { createResultWriter } from './result-writer.ts'

/** How long what exceeds a lane stays in the queue before it is looked at again. */
const PUT_OFF_MS = 1_000
/** How much text of events may wait in memory, in all lanes, before new deliveries go to the queue. */
const MOST_TEXT = 32 * 1024 * 1024

/** What a process sends with. */
export interface Sender extends Consumer<DeliveryJob> {
  /** How many deliveries to a subscription it can begin soon, and until when its circuit is open, if it is. */
  roomFor(subscription: Pick<Endpoint, 'id' | 'max_concurrency'>): { room: number; not_before: Date | null }
  /** Begins deliveries that this process has just written, by jobs that it has claimed with them. */
  begin(claims: Claim<DeliveryJob>[], due: Map<number, Due>): void
}

/** Attempts deliveries: at each endpoint as many at a time as it wants, and none at one whose circuit is open. */
export function openSender(app: FastifyInstance, lease: Lease): Sender {
  const { clock } = app
  let opened: Agent | undefined
  const agent = () => (opened ??= openAgent({ allowPrivate: app.env.WEBHOOK_ALLOW_PRIVATE === 'on' }))
  const findEndpoints = createEndpoints(app.db, app.encryption)
  const results = createResultWriter(app, lease)
  const lanes = new Map<number, Lane>()
  const attempts = new Set<Promise<void>>()
  let text = 0
  let stopped = false

  /** Puts deliveries into the lanes of their endpoints and lets them advance. */
  async function line(claims: Claim<DeliveryJob>[], due: Map<number, Due>) {
    const endpoints = await findEndpoints([...new Set(claims.map(({ data }) => data.subscription_id))])
    const touched = new Set<Lane>()
    for (const claim of claims) {
      if (claim.lost) continue
      const held = { claim, left: claim.data.deliveries.length }
      const endpoint = endpoints.get(claim.data.subscription_id)
      for (const task of tasksOf(claim.data)) {
        const lane = sort({ task, held }, due.get(task.delivery_id), endpoint)
        if (lane) touched.add(lane)
      }
    }
    for (const lane of touched) {
      const later = new Date(clock.now().getTime() + PUT_OFF_MS)
      for (const loaded of lane.waiting.splice(mayWait(lane) + lane.endpoint.max_concurrency)) {
        text -= loaded.due.payload.body.length
        if (!loaded.held.claim.lost) putOff(loaded, later)
      }
      advance(lane)
    }
  }

  /** Puts a task into its lane, or ends it when there is nothing to send. */
  function sort(claimed: ClaimedTask, due: Due | undefined, endpoint: Endpoint | Error | undefined) {
    if (!due || due.version !== claimed.task.version) return void results.add({ ...claimed, kind: 'stale' })
    if (!endpoint) return void results.add({ ...claimed, kind: 'settled', due, status: 'failed' })
    if (endpoint instanceof Error)
      return void results.add({ ...claimed, ...unsendable(due, endpoint, clock.now()) })
    if (!endpoint.is_active && due.trigger === 'event')
      return void results.add({ ...claimed, kind: 'settled', due, status: 'held' })
    const lane = lanes.get(endpoint.id) ?? newLane(endpoint)
    lane.endpoint = endpoint
    lane.waiting.push({ ...claimed, due })
    text += due.payload.body.length
    lanes.set(endpoint.id, lane)
    return lane
  }

  /** Reads the endpoints again for which deliveries wait: one may be paused, deleted or moved meanwhile. */
  async function refresh() {
    const busy = [...lanes.values()].filter(({ waiting }) => waiting.length > 0)
    if (busy.length === 0) return
    const endpoints = await findEndpoints(busy.map(({ endpoint }) => endpoint.id))
    if (stopped) return
    for (const lane of busy) {
      const endpoint = endpoints.get(lane.endpoint.id)
      for (const loaded of lane.waiting.splice(0)) {
        text -= loaded.due.payload.body.length
        if (!loaded.held.claim.lost) sort(loaded, loaded.due, endpoint)
      }
      advance(lane)
    }
  }

  const putOff = ({ due: _, ...claimed }: LoadedTask, until: Date) =>
    results.add({ ...claimed, kind: 'put off', until })

  /** Begins as many attempts as there are slots. */
  function advance(lane: Lane) {
    while (!stopped && lane.under_way < lane.endpoint.max_concurrency && lease.isFresh()) {
      const loaded = lane.waiting.shift()
      if (!loaded) break
      text -= loaded.due.payload.body.length
      if (loaded.held.claim.lost) continue
      const { circuit, wait_until } = admit(lane.circuit, clock.now())
      lane.circuit = circuit
      if (wait_until) putOff(loaded, wait_until)
      else begin(lane, loaded)
    }
    if (lane.under_way === 0 && lane.waiting.length === 0 && lane.circuit.failures === 0)
      lanes.delete(lane.endpoint.id)
  }

  function begin(lane: Lane, loaded: LoadedTask) {
    lane.under_way++
    const attempt = send(lane, loaded)
      .catch((error) => fail(lane, loaded, error))
      .then(() => {
        lane.under_way--
        attempts.delete(attempt)
        const wasFull = isFull(lane)
        advance(lane)
        if (wasFull && !isFull(lane)) lease.poll()
      })
    attempts.add(attempt)
  }

  /** An attempt that broke off in this process is a failed one, and says nothing of the endpoint. */
  function fail({ endpoint: { url } }: Lane, { due, ...claimed }: LoadedTask, error: Error) {
    app.log.error({ err: error, delivery: claimed.task }, 'an attempt could not be made')
    results.add({ ...claimed, ...unsendable(due, error, clock.now(), url) })
  }

  async function send(lane: Lane, { due, ...claimed }: LoadedTask) {
    const { endpoint } = lane
    const { event_id, body } = due.payload
    const started = clock.now()
    const signed = signedHeaders(endpoint.keys, { id: event_id, body, now: started })
    const { origin, path, timeout_ms } = endpoint
    const headers = { ...endpoint.headers, ...signed }
    const posted = await post(agent(), { origin, path, headers, body, timeout_ms })
    if (opened?.destroyed) return // The process stops and has cut it off; it is made again elsewhere.
    const now = clock.now()
    const classification = classifyResponse({
      ...posted.ending,
      attempt: due.attempt + 1,
      now,
      random: Math.random(),
    })
    const status = 'status' in posted.ending ? posted.ending.status : null
    lane.circuit = settle(lane.circuit, { trouble: isTrouble(status), started, now })
    lane.usual_ms = usualAfter(lane.usual_ms, posted.duration_ms)
    results.add({
      ...claimed,
      kind: 'attempted',
      due,
      classification,
      entry: attemptOf({ endpoint, signed, body, started, posted, classification }),
    })
  }

  /** What can't be put into lanes goes back into the queue. */
  const undone = (claims: Claim<DeliveryJob>[]) => (error: unknown) => {
    app.log.error({ err: error }, 'deliveries could not be read')
    lease.giveBack(claims).catch(() => {})
  }

  return {
    take: (claims) =>
      void findDue(
        app.db,
        claims.flatMap(({ data }) => tasksOf(data).map(({ delivery_id }) => delivery_id)),
      )
        .then((due) => line(claims, due))
        .catch(undone(claims)),
    begin(claims, due) {
      lease.hold(claims)
      if (stopped) return void lease.giveBack(claims).catch(() => {})
      line(claims, due).catch(undone(claims))
    },
    full: () => [...lanes.values()].filter(isFull).map(({ endpoint }) => String(endpoint.id)),
    roomFor({ id, max_concurrency }) {
      const lane = lanes.get(id) ?? newLane({ max_concurrency } as Endpoint)
      return {
        room: stopped || text > MOST_TEXT ? 0 : roomIn(lane),
        not_before: openUntil(lane, clock.now()),
      }
    },
    resume() {
      for (const lane of lanes.values()) advance(lane)
      refresh().catch((error) => app.log.debug({ err: error }, 'endpoints of webhooks were not read again'))
    },
    async stop(signal) {
      stopped = true
      const cut = () => void opened?.destroy()
      signal.addEventListener('abort', cut)
      await Promise.all(attempts)
      signal.removeEventListener('abort', cut)
      await results.empty()
      await opened?.destroy()
    },
  }
}
