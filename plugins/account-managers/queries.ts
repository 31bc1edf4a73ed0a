import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { offsetOf } from '../../src/platform/database/page.ts'
import { plain } from '../../src/platform/database/record.ts'

/** One page of the account managers in scope and how many there are, in the order of their names. */
export async function pageOfAccountManagers(
  { prisma }: Database,
  { am_id }: Scope,
  { page, limit }: { page: number; limit: number },
) {
  const where = { id: am_id ?? undefined }
  const [records, total] = await Promise.all([
    prisma.account_manager.findMany({
      where,
      include: { _count: { select: { sellers: { where: { status: 'active' } } } } },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      skip: offsetOf({ page, limit }),
      take: limit,
    }),
    prisma.account_manager.count({ where }),
  ])
  const data = plain(records).map(({ _count, ...am }) => ({ ...am, sellers_count: _count.sellers }))
  return { data, total, page, limit }
}
