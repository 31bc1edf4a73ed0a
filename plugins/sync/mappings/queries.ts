import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { Database, Tx } from '../../../src/platform/database/database.ts'
import { offsetOf } from '../../../src/platform/database/page.ts'
import { plain } from '../../../src/platform/database/record.ts'
import type { Mapping } from './mapping-schemas.ts'

/** One page of mappings and how many there are, in the order of their names. */
export async function pageOfMappings({ prisma }: Database, { page, limit }: { page: number; limit: number }) {
  const [records, total] = await Promise.all([
    prisma.sync_mapping.findMany({ orderBy: { name: 'asc' }, skip: offsetOf({ page, limit }), take: limit }),
    prisma.sync_mapping.count(),
  ])
  return { data: plain(records) as Mapping[], total, page, limit }
}

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
