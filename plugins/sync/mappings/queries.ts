import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import { pageOfRecords } from '../../../src/platform/database/prisma/page-of-records.ts'
import { plain } from '../../../src/platform/database/prisma/record.ts'
import { notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Mapping } from './mapping-schemas.ts'

/** One page of mappings and how many there are, in the order of their names. */
export const pageOfMappings = ({ prisma }: Database, query: { page: number; limit: number }) =>
  pageOfRecords(
    query,
    (rows) => prisma.sync_mapping.findMany({ orderBy: { name: 'asc' }, ...rows }),
    prisma.sync_mapping.count(),
    (mapping) => plain(mapping) as Mapping,
  )

/** What a path names a mapping by: its id (digits alone) or its name. */
export function keyOfMapping(key: string) {
  const named = idOrCode(key)
  return 'id' in named ? named : { name: named.code }
}

/** The mapping that a path names, with `for update` locked until the transaction ends. @throws 404 */
export async function mappingBy(sql: Sql, key: string, lock: '' | 'for update' = ''): Promise<Mapping> {
  const [[column, value] = []] = Object.entries(keyOfMapping(key))
  const mapping = await sql.row<Mapping>(`select * from sync_mappings where ${column} = $1 ${lock}`, [value])
  if (!mapping) throw notFound('mapping_not_found', `There is no mapping ${key}.`)
  return mapping
}
