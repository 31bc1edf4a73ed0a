import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'

const at = 'POST /api/webhooks'
const change: FirstRequest['at'] = (_, { id }) => `PATCH /api/webhooks/${id}`
/** An address without a server: no event of these subscriptions occurs. */
const url = 'http://127.0.0.1:40404/hooks'
const event = 'seller.score_finalized'
const body = (more: object = {}) => ({ url, events: [event], ...more })
const before = async (the: World) => {
  const id = await the.create('/api/webhooks', { ...body(), is_active: false })
  return (await the.done('bod', 'GET', '/api/webhooks?limit=500')).data.find(
    (one: { id: number }) => one.id === id,
  )
}

/** The names that other services give to the same two fields. */
const aliases: FirstRequest[] = [
  ...['events', 'event_types', 'enabled_events', 'topics'].map((name) => ({
    url,
    [name]: [event, 'seller.tier_changed'],
  })),
  ...['event', 'event_type', 'topic'].map((name) => ({ url, [name]: event })),
  ...['target_url', 'callback_url', 'delivery_url', 'endpoint'].map((name) => ({
    [name]: url,
    events: [event],
  })),
].map((body) => ({
  title: `names its fields ${Object.keys(body).join(' and ')}`,
  at,
  body,
  holds: { success: true },
}))

/** Subscriptions and their log. */
// biome-ignore format: a table
export const webhooks: FirstRequest[] = [
  ...aliases,
  { title: 'lists the subscriptions', at: 'GET /api/webhooks', holds: { page: 1, data: [{ events: ['webhook.ping'], is_active: true }] } },
  { title: 'names no events and means all', at, body: { url }, holds: { success: true } },
  { title: 'turns it on by 1', at, body: body({ is_active: 1 }), holds: { success: true } },
  { title: 'turns it off by 0', at, body: body({ is_active: 0 }), holds: { success: true } },
  { title: 'turns it on by yes', at, body: body({ is_active: 'yes' }), status: 400, says: /is_active.*(true|boolean)/ },
  { title: 'brings a plain secret', at, body: body({ secret: 'sixteen letters!' }), holds: { success: true } },
  { title: 'brings a standard secret', at, body: body({ secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }), holds: { success: true } },
  { title: 'brings a short secret', at, body: body({ secret: 'short' }), status: 400, says: /secret.*16/ },
  { title: 'brings no secret and is shown one', at, body: body(), holds: { secret: /^whsec_/ } },
  { title: 'gives two addresses', at, body: body({ endpoint: 'http://127.0.0.1:40404/other' }), status: 400, says: /url.*endpoint|endpoint.*url/ },
  { title: 'gives no address', at, body: { events: [event] }, status: 400, says: /url/ },
  { title: 'gives an address without its scheme', at, body: body({ url: 'example.com/hooks' }), status: 400, says: /url.*http/ },
  { title: 'gives an address that is no web address', at, body: body({ url: 'ftp://example.com' }), status: 400, says: /url.*http/ },
  { title: 'invents an event', at, body: body({ events: ['score.finalized'] }), status: 400, says: /events.*seller\.score_finalized/ },
  { title: 'adds a field of another service', at, body: body({ retries: 3 }), status: 400, says: /retries.*url/ },
  { title: 'is a viewer, who may not', at, as: 'viewer', body: body(), status: 403 },
  { title: 'pauses a subscription', at: change, before, body: { is_active: false }, holds: { success: true } },
  { title: 'pauses a subscription by 0', at: change, before, body: { is_active: 0 }, holds: { success: true } },
  { title: 'changes the events of a subscription', at: change, before, body: { events: ['seller.order_blocked'] }, holds: { success: true } },
  { title: 'changes the events by another name', at: change, before, body: { event_types: ['seller.order_blocked'] }, holds: { success: true } },
  { title: 'changes nothing', at: change, before, body: {}, holds: { success: true } },
  { title: 'sends a subscription back as it was read', at: change, before, body: (_, record) => record, holds: { success: true } },
  { title: 'sends a subscription back with another id', at: change, before, body: (_, record) => ({ ...record, id: record.id + 1 }), status: 400, says: /\bid\b/ },
  { title: 'changes a subscription that does not exist', at: 'PATCH /api/webhooks/404404', body: { is_active: false }, status: 404 },
  { title: 'reads the log', at: 'GET /api/webhooks/logs', holds: { page: 1, data: [{ event_type: 'webhook.ping' }] } },
  { title: 'reads the log of a subscription', at: (the) => `GET /api/webhooks/logs?webhook_id=${the.webhook}`, holds: (the) => ({ data: [{ subscription_id: the.webhook }] }) },
  { title: 'reads the log of another subscription', at: 'GET /api/webhooks/logs?webhook_id=404404', holds: { total: 0 } },
  { title: 'reads the log of a state that does not exist', at: 'GET /api/webhooks/logs?status=ok', status: 400, says: /status.*delivered.*failed/ },
  { title: 'deletes a subscription', at: (_, { id }) => `DELETE /api/webhooks/${id}`, before, holds: { success: true } },
  { title: 'deletes a subscription that does not exist', at: 'DELETE /api/webhooks/404404', status: 404 },
  { title: 'names one event, not in a list', at, body: body({ events: event }) },
  { title: 'names all events', at, body: body({ events: ['*'] }) },
  { title: 'turns it on by text', at, body: body({ is_active: 'true' }) },
  { title: 'deletes a subscription, with a slash', at: (_, { id }) => `DELETE /api/webhooks/${id}/`, before },
]
