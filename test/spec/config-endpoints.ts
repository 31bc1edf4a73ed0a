import { NEXT } from '../setup/months.ts'
import type { Endpoint } from './endpoints.ts'
import type { Service } from './service.ts'
import { atLeast } from './shape.ts'
import { CONFIG_RECORD, CREATED, DONE, page } from './shapes.ts'

const METRIC = ['metric', 'weight', 'curve?', 'min_volume?', 'params?']

/** The twelve configuration types and their own fields; a question mark is behind those that have a default. */
const TYPES = {
  'score-weights': ['name?', 'contract_type?', 'p_score', 'o_score', 't_score', 'f_score', 'i_score'],
  tiers: ['name', 'rank?', 'min_score', 'min_component_score?', 'color', 'benefits?'],
  'p-score': METRIC,
  'o-score': METRIC,
  't-score': METRIC,
  'f-score': METRIC,
  'i-score': METRIC,
  surcharge: ['surcharge_type', 'metric', 'above', 'amount?', 'per_point?', 'cap?', 'reason?'],
  'am-bonus-penalty': ['name?', 'min_kpi', 'percent'],
  'am-kpi-weight': ['metric', 'weight', 'curve?'],
  'grace-period': ['name?', 'contract_type?', 'days'],
  helpdesk: ['category', 'weight', 'reply_hours?', 'resolve_hours?'],
}

/** Of every type one of the records it comes with, and another one that nothing needs. */
export const configRecords = ({ done, create }: Pick<Service, 'done' | 'create'>) =>
  Promise.all(
    Object.entries(TYPES).map(async ([type, fields]) => {
      const names = fields.map((field) => field.replace('?', ''))
      const [record] = (await done('bod', 'GET', `/api/config/${type}`)).data
      const body: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, record[name]]))
      return {
        type,
        id: record.id as number,
        unneeded: await create(`/api/config/${type}`, { ...body, effective_from: NEXT }),
        body,
        shape: { ...CONFIG_RECORD, ...Object.fromEntries(names.map((name) => [name, 'anything'])) },
        requires: fields.filter((field) => !field.endsWith('?')),
      }
    }),
  )

type ConfigRecords = Awaited<ReturnType<typeof configRecords>>

/** The five endpoints of each type. */
// biome-ignore format: a table
export const configEndpoints = (records: ConfigRecords): Endpoint[] =>
  records.flatMap(({ type, id, unneeded, body, shape, requires }): Endpoint[] => {
    const unknown = { id: 2_147_483_647 }
    const refuses = { effective_from: '2026-13' }
    return [
      { at: `GET /api/config/${type}`, forbids: 'am', answer: page(atLeast(shape)), holds: { page: 1, limit: 20 }, refuses: { page: 0, limit: 0 } },
      { at: `POST /api/config/${type}`, forbids: 'ops_head', body, answer: CREATED, requires, refuses },
      { at: `GET /api/config/${type}/:id`, params: { id }, forbids: 'finance', unknown, answer: atLeast(shape) },
      { at: `PUT /api/config/${type}/:id`, params: { id }, forbids: 'viewer', unknown, body, answer: DONE, refuses },
      { at: `DELETE /api/config/${type}/:id`, params: { id: unneeded }, forbids: 'am_head', unknown, answer: DONE },
    ]
  })
