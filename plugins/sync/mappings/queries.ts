import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Database, Tx } from '../../../src/platform/database/database.ts'
import { pageOfRecords } from '../../../src/platform/database/prisma/page-of-records.ts'
import { plain } from '../../../src/platform/database/prisma/record.ts'
import type { Mapping } from './mapping-schemas.ts'

/** One page of mappings and how many there are, in the order of their names. */
export const pageOfMappings = ({ prisma }: Database, query: { page: number; limit: number }) =>
  pageOfRecords(
    query,
    (rows) => prisma.sync_mapping.findMany({ orderBy: { name: 'asc' }, ...rows }),
    prisma.sync_mapping.count(),
    (mapping) => plain(mapping) as Mapping,
  )

/** The mapping that a path names by its id (digits alone) or its name; undefined when there is none. */
export async function mappingBy({ prisma }: Database, key: string): Promise<Mapping | undefined> {
  const named = idOrCode(key)
  const where = 'id' in named ? { id: named.id } : { name: named.code }
  const record = await prisma.sync_mapping.findUnique({ where })
  return record ? (plain(record) as Mapping) : undefined
}

/** The same, locked until the transaction ends. */
export function lockMapping(tx: Tx, key: string) {
  const named = idOrCode(key)
  return 'id' in named
    ? tx.row<Mapping>`select * from sync_mappings where id = ${named.id} for update`
    : tx.row<Mapping>`select * from sync_mappings where name = ${named.code} for update`
}
