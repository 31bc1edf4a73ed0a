import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { LAST, NEXT } from '../setup/months.ts'
import type { Endpoint } from './endpoints.ts'
import type { Service } from './service.ts'

/** What every record has, whatever its type. */
const COMMON = ['id', 'version', 'is_active', 'effective_from', 'effective_to', 'created_at', 'updated_at']
COMMON.push('updated_by', 'identity', 'in_force')

/** The first record of a type that comes without any. */
const FIRST: Record<string, object> = { fault: { feed: 'returns', counts_as: 'nobody' } }

/** Of every type one record, of those it comes with where it has any, and another one that nothing needs. */
export async function configRecords({ done, create }: Pick<Service, 'done' | 'create'>) {
  const records = []
  for (const type of RULE_TYPES) {
    const path = `/api/config/${type}`
    if (FIRST[type]) await create(path, { ...FIRST[type], effective_from: LAST })
    const [record] = (await done('bod', 'GET', path)).data
    const body: Record<string, unknown> = Object.fromEntries(
      Object.entries(record).filter(([name]) => !COMMON.includes(name)),
    )
    const unneeded = await create(path, { ...body, effective_from: NEXT })
    records.push({ type, id: record.id as number, unneeded, body })
  }
  return records
}

type ConfigRecords = Awaited<ReturnType<typeof configRecords>>

/** The five endpoints of each type. */
export const configEndpoints = (records: ConfigRecords): Endpoint[] =>
  records.flatMap(({ type, id, unneeded, body }): Endpoint[] => [
    { at: `GET /api/config/${type}` },
    { at: `POST /api/config/${type}`, body },
    { at: `GET /api/config/${type}/:id`, params: { id } },
    { at: `PUT /api/config/${type}/:id`, params: { id }, body },
    { at: `DELETE /api/config/${type}/:id`, params: { id: unneeded } },
  ])
