import { LAST, NEXT } from '../setup/months.ts'
import type { Endpoint } from './endpoints.ts'
import type { Service } from './service.ts'
import { atLeast } from './shape.ts'
import { CONFIG_RECORD, CREATED, DONE, page } from './shapes.ts'

const METRIC = ['metric', 'weight', 'curve?', 'min_volume?', 'params?']

/** The configuration types and their own fields; a question mark is behind those that have a default. */
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
  fault: ['feed', 'counts_as'],
}

/** The first record of a type that comes without any. */
const FIRST: Record<string, object> = { fault: { feed: 'returns', counts_as: 'nobody' } }

/** Of every type one record, of those it comes with where it has any, and another one that nothing needs. */
export async function configRecords({ done, create }: Pick<Service, 'done' | 'create'>) {
  const records = []
  for (const [type, fields] of Object.entries(TYPES)) {
    const names = fields.map((field) => field.replace('?', ''))
    const path = `/api/config/${type}`
    if (FIRST[type]) await create(path, { ...FIRST[type], effective_from: LAST })
    const [record] = (await done('bod', 'GET', path)).data
    const body: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, record[name]]))
    records.push({
      type,
      id: record.id as number,
      unneeded: await create(path, { ...body, effective_from: NEXT }),
      body,
      shape: { ...CONFIG_RECORD, ...Object.fromEntries(names.map((name) => [name, 'anything'])) },
      requires: fields.filter((field) => !field.endsWith('?')),
    })
  }
  return records
}

type ConfigRecords = Awaited<ReturnType<typeof configRecords>>

/** The five endpoints of each type. */
// biome-ignore format: a table
export const configEndpoints = (records: ConfigRecords): Endpoint[] =>
  records.flatMap(({ type, id, unneeded, body, shape, requires }): Endpoint[] => {
    const unknown = { id: 2_147_483_647 }
    const refuses = { effective_from: '2026-13' }
    return [
      { at: `GET /api/config/${type}`, forbids: 'am', answer: page(atLeast(shape)), holds: { page: 1, limit: 500 }, refuses: { page: 0, limit: 0 } },
      { at: `POST /api/config/${type}`, forbids: 'ops_head', body, answer: CREATED, requires, refuses },
      { at: `GET /api/config/${type}/:id`, params: { id }, forbids: 'finance', unknown, answer: atLeast(shape) },
      { at: `PUT /api/config/${type}/:id`, params: { id }, forbids: 'viewer', unknown, body, answer: DONE, refuses },
      { at: `DELETE /api/config/${type}/:id`, params: { id: unneeded }, forbids: 'am_head', unknown, answer: DONE },
    ]
  })
