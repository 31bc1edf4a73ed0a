import { Ajv } from 'ajv'
import t from 'tap'
import { checkLog } from '../../plugins/transparency/nightly/check-log.ts'
import { EVENT_TYPES, type EventType } from '../../src/domain/events/event-types.ts'
import { projectLater } from '../../src/domain/projections/project-later.ts'
import { FORMATS } from '../../src/platform/schemas/formats.ts'
import { addJsonObjectLimits } from '../../src/platform/schemas/json-object.ts'
import { pushPast } from '../projections/setup.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { makeSeller } from '../sos/setup.ts'
import { attempts, subscribe } from './deliveries.ts'
import { receiver } from './receiver.ts'

const { app, call, user } = await testApp(t, { WORKER: 'on' })
const there = await receiver(t)
const subscription = await subscribe(call, there.url)

/** What has arrived about a seller: its types in their sequence. */
async function arrived(code: string, count: number) {
  for (let expected = there.received.length; ; expected++) {
    const events = there.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.seller_code === code)
      .sort((a, b) => a.sequence - b.sequence)
    if (events.length >= count) return events.map(({ type }) => type)
    await there.until(expected + 1)
  }
}

/** A seller with draft scores of two months, and a way to name the tier of the earlier one. */
async function scored(earlierTier?: string) {
  const { id, seller_code } = await makeSeller(app, { assigned_am_id: user.am.am_id })
  for (const period of ['2026-01', '2026-02'])
    await call('bod', 'POST', '/api/sos/monthly/calculate', { period })
  if (earlierTier)
    await app.db.run`
      update monthly_scores set tier_name = ${earlierTier} where seller_id = ${id} and period = '2026-01'`
  const score = await app.db.value<number>`
    select id from monthly_scores where seller_id = ${id} and period = '2026-02'`
  return { seller_code, score }
}

const surcharge = (seller_code: string, surcharge_type: string) =>
  call('bod', 'POST', '/api/surcharges', { seller_code, period: '2026-02', surcharge_type, amount: 10.5 })

t.test('a finalized score is published, and its tier when it is another than before', async (t) => {
  const [same, other] = [await scored(), await scored('Diamond')]
  for (const { score } of [same, other])
    t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${score}/finalize`, {})).status, 200)
  t.same(await arrived(other.seller_code, 2), ['seller.score_finalized', 'seller.tier_changed'])
  t.same(await arrived(same.seller_code, 1), ['seller.score_finalized'])
})

t.test('a surcharge is published, and blocked orders only for a payment_block', async (t) => {
  const [plain, blocked] = [await makeSeller(app), await makeSeller(app)]
  await surcharge(plain.seller_code, 'planning_overload')
  const { body } = await surcharge(blocked.seller_code, 'payment_block')
  await call('bod', 'PATCH', `/api/surcharges/${body.id}`, { status: 'waived' })
  t.same(await arrived(blocked.seller_code, 4), [
    'seller.surcharge_created',
    'seller.order_blocked',
    'seller.surcharge_updated',
    'seller.order_unblocked',
  ])
  t.same(await arrived(plain.seller_code, 1), ['seller.surcharge_created'])
})

t.test('a new status of a seller is published', async (t) => {
  const { seller_code } = await makeSeller(app)
  await call('bod', 'PATCH', `/api/sellers/${seller_code}`, { status: 'suspended' })
  t.same(await arrived(seller_code, 1), ['seller.status_changed'])
})

t.test('an appeal is published when submitted and decided, and the score that it adjusts', async (t) => {
  const { seller_code } = await scored()
  const appeal = await call('am', 'POST', '/api/appeals', {
    seller_code,
    period: '2026-02',
    component_appealed: 'o_score',
    appeal_reason_type: 'data_error',
    description: 'The orders of one day were counted twice',
    evidence_urls: ['https://example.com/evidence'],
    submitted_by_am_id: user.am.am_id,
  })
  t.equal(appeal.status, 200, appeal.body.error)
  const path = `/api/appeals/${appeal.body.id}`
  const ops = { decision: 'approve', notes: 'right', reviewed_by: 'Ops' }
  t.equal((await call('ops_head', 'PATCH', `${path}/review-ops`, ops)).status, 200)
  const am = { ...ops, reviewed_by: 'AM', score_adjustment: { o_score_raw_after: 99 } }
  const decided = await call('am_head', 'PATCH', `${path}/review-am`, am)
  t.equal(decided.status, 200, decided.body.error)
  const types = await arrived(seller_code, 4)
  for (const type of ['appeal.submitted', 'appeal.decided', 'seller.score_adjusted'])
    t.ok(types.includes(type), type)
})

t.test('a ping arrives, and the notices about an endpoint that fails and is disabled', async (t) => {
  const ping = async (id: number) =>
    t.equal((await call('bod', 'POST', `/api/webhooks/${id}/test`)).status, 200)
  await ping(subscription.id)
  const bad = await receiver(t, (response) => response.writeHead(400).end())
  const { id } = await subscribe(call, bad.url, { events: ['seller.surcharge_created'] })
  await ping(id)
  await attempts(call, `subscription_id=${id}`, 1)
  await app.db.run`
    update webhook_subscriptions set failing_since = now() - interval '25 hours' where id = ${id}`
  await ping(id)
  await attempts(call, `subscription_id=${id}`, 2)
  await eventually(async () => typesOf(there.received).has('webhook.endpoint_failing'))
  bad.replyWith((response) => response.writeHead(410).end())
  await ping(id)
  await eventually(async () => typesOf(there.received).has('webhook.endpoint_disabled'))
})

t.test('a draft that becomes the rules is published', async (t) => {
  const helpdesk = { category: 'complaint', weight: 2, reply_hours: 4, resolve_hours: 24 }
  const changes = [{ type: 'helpdesk', op: 'put', fields: helpdesk }]
  const { body } = await call('am_head', 'POST', '/api/config/drafts', { name: 'Complaints', changes })
  const adoption = { effective_from: '2099-01', override_reason: 'Decided by the board' }
  const adopted = await call('bod', 'POST', `/api/config/drafts/${body.id}/adopt`, adoption)
  t.equal(adopted.status, 200, adopted.body.error)
  await eventually(async () => typesOf(there.received).has('config.adopted'))
})

t.test('a seller that may fall below its last final tier is told of', async (t) => {
  const { seller_code } = await scored()
  await app.db.run(
    `update monthly_scores set status = 'final', finalized_at = now(), is_rated = true, tier_rank = 6
     where period = '2026-02' and seller_id = (select id from sellers where seller_code = $1)`,
    [seller_code],
  )
  await pushPast(app.db, seller_code, { last: 10, others: 10 })
  await projectLater(app)
  await eventually(async () => typesOf(there.received).has('seller.tier_at_risk'))
  t.pass()
})

t.test('the head of the log is published, and what the nightly check finds', async (t) => {
  await eventually(async () => typesOf(there.received).has('transparency.checkpoint'))
  await app.db.run(
    `update monthly_scores set tier_name = 'Other' where status = 'final' and exists (
       select from log_leaves l where l.seller_id = monthly_scores.seller_id and l.period = monthly_scores.period)`,
  )
  const { findings } = await checkLog(app)
  t.match(findings[0], { finding: 'score_changed' })
  await eventually(async () => typesOf(there.received).has('transparency.mismatch'))
})

const typesOf = (received: { body: string }[]) => new Set(received.map(({ body }) => JSON.parse(body).type))

t.test('what arrived is every type of event, and each fits its documentation exactly', async (t) => {
  await eventually(async () => typesOf(there.received).size === EVENT_TYPES.length)
  const { body: document } = await call(null, 'GET', '/openapi.json')
  t.same(Object.keys(document.webhooks), EVENT_TYPES)
  const ajv = new Ajv({ strict: false })
  for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check)
  ajv.addFormat('uuid', /^[0-9a-f-]{36}$/)
  addJsonObjectLimits(ajv)
  const checks = new Map<string, ReturnType<typeof ajv.compile>>()
  for (const type of EVENT_TYPES) {
    const { example, schema, post } = documented(document, type)
    t.ok(ajv.validate(schema, example), `the example of ${type}: ${ajv.errorsText()}`)
    t.equal(example.type, type)
    t.match(post.operationId, /^on[A-Z][a-zA-Z]+$/)
    t.same(
      post.parameters.map(({ name }) => name),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    )
    checks.set(type, ajv.compile(closed(schema) as object))
  }
  for (const { body } of there.received) {
    const event = JSON.parse(body)
    const validate = checks.get(event.type)
    t.ok(validate?.(event), `${event.type}: ${ajv.errorsText(validate?.errors)} ${body.slice(0, 300)}`)
    for (const undocumented of withAField(event))
      t.notOk(validate?.(undocumented), `a field more is found in ${event.type}`)
  }
})

interface OpenApiDocument {
  components: { schemas: Record<string, unknown> }
  webhooks: Record<string, { post: Operation }>
}
interface Operation {
  operationId: string
  parameters: { name: string }[]
  requestBody: { content: { 'application/json': { schema: unknown; example: { type: string } } } }
}

/** An event as the API's document has it, its schema with every component that it refers to put in its place. */
function documented({ components, webhooks }: OpenApiDocument, type: EventType) {
  const inline = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(inline)
    if (typeof schema !== 'object' || schema === null) return schema
    const { $ref, ...rest } = schema as { $ref?: string }
    const referred = $ref && (components.schemas[$ref.split('/').at(-1) as string] as object)
    const whole = { ...referred, ...rest }
    return Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, inline(part)]))
  }
  const { post } = webhooks[type] as { post: Operation }
  const { schema, example } = post.requestBody.content['application/json']
  return { post, example, schema: inline(schema) as object }
}

/** The schema with every object of documented fields closed, so that no other field fits. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]))
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy
}

/** Copies of an event with a field more: in its data, and in each object there but those of the caller's own shape. */
function withAField(event: { data: Record<string, unknown> }) {
  const objects = Object.entries(event.data).filter(
    ([name, value]) => typeof value === 'object' && value !== null && name !== 'trigger_details',
  )
  return [
    { ...event, data: { ...event.data, undocumented: 1 } },
    ...objects.map(([name, value]) => ({
      ...event,
      data: { ...event.data, [name]: { ...(value as object), undocumented: 1 } },
    })),
  ]
}
