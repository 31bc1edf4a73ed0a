import { NEXT } from '../../../setup/months.ts'
import type { World } from '../../world.ts'
import type { FirstRequest } from '../first-request.ts'
import { asText, paged } from './forms.ts'

const FEEDS = [
  'orders',
  'forecasts',
  'campaign-actuals',
  'tickets',
  'payments',
  'inventory',
  'revenue',
] as const
type Feed = (typeof FEEDS)[number]

const pushes = (feed: Feed): FirstRequest[] => {
  const at = `POST /api/sync/${feed}`
  const record = (the: World) => the.records[feed] as Record<string, unknown>
  const push = (
    title: string,
    body: FirstRequest['body'],
    more: Partial<FirstRequest> = {},
  ): FirstRequest => ({
    ...{ title, at, as: 'system', body, holds: { success: true, received: 1, rejected: 0 } },
    ...more,
  })
  return [
    push('records', (the) => ({ records: [record(the)] })),
    push('a list, numbers as text', (the) => [asText(record(the))]),
    push('a record alone, without a type', (the) => JSON.stringify(record(the))),
    push('under the name of the feed', (the) => ({ [feed.replace('-', '_')]: [record(the)] })),
    push('a line of NDJSON', (the) => `${JSON.stringify(record(the))}\n`, {
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  ]
}

const TYPES = [
  ...['score-weights', 'tiers', 'p-score', 'o-score', 't-score', 'f-score', 'i-score'],
  ...['surcharge', 'am-bonus-penalty', 'am-kpi-weight', 'grace-period', 'helpdesk', 'fault'],
]

const settings = (type: string): FirstRequest[] => {
  const of = (the: World) => the.config.find((one) => one.type === type) as World['config'][number]
  const read = async (the: World) => (await the.done('bod', 'GET', `/api/config/${type}`)).data[0]
  const at =
    (method: string): FirstRequest['at'] =>
    (the) =>
      `${method} /api/config/${type}/${of(the).id}`
  return [
    ...paged(`/api/config/${type}`).slice(0, 2),
    { title: 'by id', at: at('GET') },
    { title: 'the whole record', at: at('PUT'), before: read, body: (_, record) => record },
    { title: 'numbers as text', at: at('PUT'), body: (the) => asText(of(the).body) },
    {
      title: 'a new one',
      at: `POST /api/config/${type}`,
      body: (the) => ({ ...of(the).body, effective_from: AFTER }),
    },
    { title: 'deleted', at: (the) => `DELETE /api/config/${type}/${of(the).unneeded}` },
  ]
}
/** A month of which the world has no records. */
const AFTER = `${Number(NEXT.slice(0, 4)) + 1}-06`

/** Pushes and settings. */
export const plausibleMachines: FirstRequest[] = [...FEEDS.flatMap(pushes), ...TYPES.flatMap(settings)]
