import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { NOW } from '../../setup/months.ts'
import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'

const post = (type: string) => `POST /api/config/${type}`
const at =
  (type: string): FirstRequest['at'] =>
  (_, { id }) =>
    `PUT /api/config/${type}/${id}`
/** The first record of a type as it is read. */
const first = (type: string) => async (the: World) =>
  (await the.done('bod', 'GET', `/api/config/${type}`)).data[0]
/** A month of which the world has no records yet. */
const effective_from = shiftPeriod(NOW, 3)
const weights = { p_score: 20, o_score: 30, t_score: 15, f_score: 20, i_score: 15 }
const curve = [
  [0, 0],
  [100, 100],
]

const TYPES = [
  'score-weights',
  'tiers',
  'p-score',
  'o-score',
  't-score',
  'f-score',
  'i-score',
  'surcharge',
  'am-bonus-penalty',
  'am-kpi-weight',
  'grace-period',
  'helpdesk',
  'fault',
]
/** A month of which no record of the world is. */
const AFTER = `${Number(NOW.slice(0, 4)) + 2}-06`
const bodyOf = (the: World, type: string) => the.config.find((one) => one.type === type)?.body ?? {}
/** Numbers as a form or a spreadsheet writes them. */
const asText = (record: object) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )

/** The habits for each type. */
const ofEveryType = TYPES.flatMap((type): FirstRequest[] => [
  {
    title: `lists ${type}`,
    at: `GET /api/config/${type}`,
    holds: { page: 1, limit: 500, data: [{ is_active: true }] },
  },
  {
    title: `sends a record of ${type} back as it was read`,
    at: at(type),
    before: first(type),
    body: (_, record) => record,
    holds: { success: true },
  },
  {
    title: `changes nothing in a record of ${type}`,
    at: at(type),
    before: first(type),
    body: {},
    holds: { success: true },
  },
  {
    title: `lists ${type} with a slash`,
    at: `GET /api/config/${type}/`,
    headers: { 'content-type': 'application/json' },
  },
  {
    title: `sends numbers of ${type} as text`,
    at: at(type),
    before: first(type),
    body: (the) => asText(bodyOf(the, type)),
  },
  {
    title: `adds a record to ${type}`,
    at: post(type),
    body: (the) => ({ ...bodyOf(the, type), effective_from: AFTER }),
  },
])

/** Configuration. */
// biome-ignore format: a table
export const config: FirstRequest[] = [
  ...ofEveryType,
  { title: 'recolours a tier', at: at('tiers'), before: first('tiers'), body: { color: '#123456' }, holds: { success: true } },
  { title: 'changes the benefits of a tier', at: at('tiers'), before: first('tiers'), body: { benefits: 'cake' }, holds: { success: true } },
  { title: 'changes the days of grace', at: at('grace-period'), before: first('grace-period'), body: { days: 60 }, holds: { success: true } },
  { title: 'changes the amount of a surcharge', at: at('surcharge'), before: first('surcharge'), body: { amount: 120 }, holds: { success: true } },
  { title: 'changes the hours of a category', at: at('helpdesk'), before: first('helpdesk'), body: { reply_hours: 12 }, holds: { success: true } },
  { title: 'changes one weight so that the sum is wrong', at: at('score-weights'), before: first('score-weights'), body: { p_score: 50 }, status: 400, says: /100/ },
  { title: 'changes two weights so that the sum is right', at: at('score-weights'), before: first('score-weights'), body: (_, { p_score, o_score }) => ({ p_score: p_score + 1, o_score: o_score - 1 }), holds: { success: true } },
  { title: 'sends a record with another id', at: at('tiers'), before: first('tiers'), body: (_, record) => ({ ...record, id: record.id + 1 }), status: 400, says: /\bid\b/ },
  { title: 'misspells a field', at: at('tiers'), before: first('tiers'), body: { colour: '#123456' }, status: 400, says: /colour.*color/ },
  { title: 'names a colour by its name', at: at('tiers'), before: first('tiers'), body: { color: 'red' }, status: 400, says: /color.*#/ },
  { title: 'changes the version of another day', at: at('tiers'), before: first('tiers'), body: (_, record) => record, headers: { 'if-match': '"stale"' }, status: 412 },
  { title: 'changes what does not exist', at: 'PUT /api/config/tiers/2147483647', body: { color: '#123456' }, status: 404 },
  { title: 'changes by PATCH', at: (_, { id }) => `PATCH /api/config/tiers/${id}`, before: first('tiers'), body: { color: '#123456' }, status: 404 },
  { title: 'adds a tier with its threshold alone', at: post('tiers'), body: { name: 'Diamond', min_score: 97, color: '#00FFFF', effective_from }, holds: { success: true } },
  { title: 'adds a tier with the threshold of another', at: post('tiers'), body: { name: 'Twin', rank: 9, min_score: 90, color: '#00FFFF', effective_from }, status: 400, says: /min_score/ },
  { title: 'adds days of grace without a name', at: post('grace-period'), body: { days: 30, contract_type: 'trial', effective_from }, holds: { success: true } },
  { title: 'adds days of grace with an odd contract type', at: post('grace-period'), body: { name: 'Odd', days: 30, contract_type: ' Seasonal Peak ', effective_from }, holds: { success: true } },
  { title: 'adds negative days of grace', at: post('grace-period'), body: { name: 'Odd', days: -1, effective_from }, status: 400, says: /days/ },
  { title: 'adds weights for a contract type without a name', at: post('score-weights'), body: { contract_type: 'trial', ...weights, effective_from }, holds: { success: true } },
  { title: 'adds weights that do not make 100', at: post('score-weights'), body: { name: 'Light', contract_type: 'light', ...weights, p_score: 10, effective_from }, status: 400, says: /100/ },
  { title: 'adds a category without hours', at: post('helpdesk'), body: { category: 'damage', weight: 3, effective_from }, holds: { success: true } },
  { title: 'adds a band without a name', at: post('am-bonus-penalty'), body: { min_kpi: 95, percent: 20, effective_from }, holds: { success: true } },
  { title: 'adds a surcharge rule without a reason', at: post('surcharge'), body: { surcharge_type: 'returns_overload', metric: 'seller_cancel_rate', above: 10, amount: 50, effective_from }, holds: { success: true } },
  { title: 'adds a metric without a curve', at: post('o-score'), body: { metric: 'seller_cancel_rate', weight: 35, effective_from }, holds: { success: true } },
  { title: 'adds a metric that does not exist', at: post('o-score'), body: { metric: 'happiness', weight: 35, curve, effective_from }, status: 400, says: /metric.*seller_cancel_rate/ },
  { title: 'adds a curve that does not rise', at: post('o-score'), body: { metric: 'on_time_ready_rate', weight: 40, curve: [[5, 100], [1, 0]], effective_from }, status: 400, says: /curve/ },
  { title: 'starts in a month that does not exist', at: post('helpdesk'), body: { category: 'odd', weight: 1, effective_from: '2026-13' }, status: 400, says: /effective_from.*(2026-\d\d|YYYY-MM)/ },
  { title: 'ends before it starts', at: post('helpdesk'), body: { category: 'odd', weight: 1, effective_from, effective_to: '2020-01' }, status: 400, says: /effective_to.*effective_from/ },
  { title: 'sends nothing', at: post('helpdesk'), body: {}, status: 400, says: /category/ },
  { title: 'is an operations head, who may not', at: post('helpdesk'), as: 'ops_head', body: { category: 'nope', weight: 1, effective_from }, status: 403 },
  { title: 'reads a type with an underscore', at: 'GET /api/config/score_weights', status: 404 },
  { title: 'reads a type that does not exist', at: 'GET /api/config/bonuses', status: 404 },
  { title: 'deletes a record that nothing needs', at: (_, id) => `DELETE /api/config/helpdesk/${id}`, before: (the) => the.create('/api/config/helpdesk', { category: 'gone', weight: 1, reply_hours: 1, resolve_hours: 2, effective_from }), holds: { success: true } },
  { title: 'deletes what does not exist', at: 'DELETE /api/config/helpdesk/2147483647', status: 404 },
  { title: 'deletes the tier that everybody falls into', at: (_, id) => `DELETE /api/config/tiers/${id}`,
    before: async (the) => (await the.done('bod', 'GET', '/api/config/tiers?limit=500')).data.find(({ min_score }: { min_score: number }) => min_score === 0).id, status: 400, says: /tier/ },
]
