import type { World } from '../world.ts'
import type { FirstRequest } from './first-request.ts'
import { seller } from './own.ts'

const at = 'POST /api/sellers/S-2/exceptions'
const rule = { op: 'add', value: 5 }
const body = (more: object = {}) => ({
  exception_type: 'system_outage',
  adjustment_rule: rule,
  effective_from: '2026-01-01',
  ...more,
})
const made = (the: World) =>
  the.create('/api/sellers/S-2/exceptions', { ...body(), adjustment_rule: { op: 'add', value: 0 } })
const DATE_FORM = /effective_from.*(YYYY-MM-DD|\d{4}-\d\d-\d\d)/

/** Exceptions of a seller's score. */
// biome-ignore format: a table
export const exceptions: FirstRequest[] = [
  { title: 'lists the exceptions of a seller', at: 'GET /api/sellers/S-1/exceptions', holds: { page: 1, limit: 500, data: [{ exception_type: 'system_outage' }] } },
  { title: 'lists the exceptions of nobody', at: 'GET /api/sellers/S-404/exceptions', status: 404, says: /S-404/ },
  { title: 'says only what is required', at, body: body(), holds: { success: true } },
  { title: 'says everything', at, body: body({ score_component_affected: 'o_score', reason: 'Scanner down', approved_by: 'Jane', effective_to: '2026-01-31', is_active: 1 }), holds: { success: true } },
  { title: 'names a component', at, body: body({ score_component_affected: 'i_score' }) },
  { title: 'names the total', at, body: body({ score_component_affected: 'total_sos' }) },
  { title: 'names no component by null', at, body: body({ score_component_affected: null, reason: null, approved_by: null, effective_to: null }) },
  { title: 'leaves the reason empty', at, body: body({ reason: '', approved_by: '' }) },
  { title: 'names a component that does not exist', at, body: body({ score_component_affected: 'x_score' }), status: 400, says: /score_component_affected.*o_score/ },
  { title: 'writes the type its own way', at, body: body({ exception_type: ' System-Outage ' }) },
  { title: 'invents a type', at, body: body({ exception_type: 'Flood in the hall' }) },
  { title: 'gives a type of blanks', at, body: body({ exception_type: '  ' }), status: 400, says: /exception_type/ },
  { title: 'gives a type of a hundred characters', at, body: body({ exception_type: 'x'.repeat(100) }), status: 400, says: /exception_type.*64/ },
  { title: 'leaves a component out of the score', at, body: body({ score_component_affected: 't_score', adjustment_rule: { op: 'exclude' } }) },
  { title: 'gives a rule that scoring does not know', at, body: body({ adjustment_rule: { bonus_points: 5 } }), holds: { success: true }, warns: /adjustment_rule|rule/ },
  { title: 'sets a component without saying to what', at, body: body({ adjustment_rule: { op: 'set' } }), status: 400, says: /value/ },
  { title: 'gives the rule as text', at, body: body({ adjustment_rule: 'add 5' }), status: 400, says: /adjustment_rule.*object/ },
  { title: 'sends a midnight timestamp as date', at, body: body({ effective_from: '2026-01-01T00:00:00Z' }) },
  { title: 'sends an impossible date', at, body: body({ effective_from: '2026-02-30' }), status: 400, says: DATE_FORM },
  { title: 'sends a month as date', at, body: body({ effective_from: '2026-01' }), status: 400, says: DATE_FORM },
  { title: 'ends before it starts', at, body: body({ effective_to: '2025-12-31' }), status: 400, says: /effective_to.*effective_from/ },
  { title: 'leaves the start out', at, body: { exception_type: 'system_outage', adjustment_rule: rule }, status: 400, says: /effective_from/ },
  { title: 'is an account manager, who may not', at, as: 'am', body: body(), status: 403 },
  { title: 'makes an exception of nobody', at: 'POST /api/sellers/S-404/exceptions', body: body(), status: 404, says: /S-404/ },
  { title: 'ends an exception', at: (_, id) => `DELETE /api/sellers/S-2/exceptions/${id}`, before: made, holds: { success: true } },
  { title: 'ends the exception of another seller', at: (_, id) => `DELETE /api/sellers/S-1/exceptions/${id}`, before: made, status: 404 },
  ...[
    { score_component_affected: 'O_SCORE' }, { score_component_affected: 'o-score' }, { is_active: '1' }, { is_active: true }, { approved_by: 12 },
    { effective_from: '2026-01-01T00:00:00Z', effective_to: '2026-02-01T00:00:00+00:00' },
  ].map((more): FirstRequest => ({ title: `says ${JSON.stringify(more)}`, at, body: body(more) })),
  { title: 'ends an exception with the type of JSON and no body', at: (_, id) => `DELETE /api/sellers/S-2/exceptions/${id}`, before: made, headers: { 'content-type': 'application/json' } },
  { title: 'ends an exception with an empty object', at: (_, id) => `DELETE /api/sellers/S-2/exceptions/${id}`, before: made, body: {} },
  { title: 'ends the exception of a seller by its id', at: (_, { of, id }) => `DELETE /api/sellers/${of}/exceptions/${id}`, before: async (the) => {
      const of = await seller('EX-1')(the)
      return { of, id: await the.create('/api/sellers/EX-1/exceptions', body()) }
    } },
]
