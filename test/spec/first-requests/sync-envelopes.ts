import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'

/** Each feed, and the names that people give to a list of its records. */
const FEEDS = {
  orders: ['orders', 'order'],
  forecasts: ['forecasts', 'forecast'],
  'campaign-actuals': ['campaign-actuals', 'campaign_actuals', 'campaign-actual', 'campaign_actual'],
  tickets: ['tickets', 'ticket'],
  payments: ['payments', 'payment'],
  inventory: ['inventory'],
  revenue: ['revenue'],
} as const
type Feed = keyof typeof FEEDS

const stored = { success: true, received: 1, rejected: 0 }
const record = (the: World, feed: Feed) => the.records[feed]

const envelopes = (Object.keys(FEEDS) as Feed[]).flatMap((feed): FirstRequest[] => {
  const push = (title: string, body: FirstRequest['body']): FirstRequest => ({
    title: `${title} of ${feed}`,
    at: `POST /api/sync/${feed}`,
    as: 'system',
    body,
    holds: stored,
  })
  return [
    ...['records', 'data', 'items', ...FEEDS[feed]].map((name) =>
      push(`puts a record under "${name}"`, (the) => ({ [name]: [record(the, feed)] })),
    ),
    push('sends a list', (the) => [record(the, feed)]),
    push('sends a record alone', (the) => record(the, feed)),
  ]
})

const at = 'POST /api/sync/orders'
const as = 'system'

/** The envelopes of a push. */
// biome-ignore format: a table
export const syncEnvelopes: FirstRequest[] = [
  ...envelopes,
  { title: 'says where a batch comes from', at, as, body: (the) => ({ source: 'oms', batch_id: 7, sent_at: '2026-01-01T00:00:00Z', meta: { page: 1 }, records: [the.records.orders] }), holds: stored },
  { title: 'says where a batch comes from, behind another name', at, as, body: (the) => ({ orders: [the.records.orders], meta: {} }), holds: stored },
  { title: 'sends an order with its lines', at, as, body: (the) => ({ ...the.records.orders, items: [{ sku: 'A' }, { sku: 'B' }], data: [1] }), holds: stored },
  { title: 'sends two envelopes at once', at, as, body: (the) => ({ records: [the.records.orders], data: [the.records.orders] }), status: 400, says: /records.*data|data.*records/ },
  { title: 'sends the feed and items at once', at, as, body: (the) => ({ orders: [the.records.orders], items: [] }), status: 400, says: /orders.*items|items.*orders/ },
  { title: 'sends an empty batch', at, as, body: { records: [] }, holds: { success: true, received: 0 } },
  { title: 'sends an empty list', at, as, body: [], holds: { success: true, received: 0 } },
  { title: 'sends an empty object', at, as, body: {}, status: 400, says: /records/ },
  { title: 'sends an envelope of a name that nobody knows', at, as, body: (the) => ({ payload: [the.records.orders] }), status: 400, says: /records/ },
  { title: 'sends one record where a list is due', at, as, body: (the) => ({ records: the.records.orders }), status: 400, says: /records.*(array|list)/ },
  { title: 'sends a list of texts', at, as, body: { records: ['O-1'] }, status: 400, says: /Nothing could be read as a record/ },
  { title: 'sends nothing', at, as, status: 400, says: /records|body/ },
  { title: 'sends one good record and one bad', at, as, body: (the) => [the.records.orders, { order_code: 'X' }], holds: { received: 2, rejected: 1, errors: [{ index: 1, error: /seller_code/ }] } },
  { title: 'pushes to a feed that does not exist', at: 'POST /api/sync/parcels', as, body: { records: [] }, status: 404 },
  { title: 'reads a feed', at: 'GET /api/sync/orders', as, status: 404 },
  { title: 'pushes sellers by code', at: 'POST /api/sync/sellers', as, body: { records: [{ seller_code: 'SY-1', company_name: 'Pushed' }] }, holds: stored },
  { title: 'is a bod', at, body: (the) => ({ records: [the.records.orders] }), holds: stored },
  { title: 'is an operations head, who may not', at, as: 'ops_head', body: (the) => ({ records: [the.records.orders] }), status: 403 },
  { title: 'forgets who is asking', at, as: null, body: (the) => ({ records: [the.records.orders] }), status: 401 },
]
