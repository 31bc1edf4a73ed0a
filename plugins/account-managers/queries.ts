import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { AccountManager } from './schemas.ts'

/** One page of the account managers in scope and how many there are, in the order of their names. */
export async function pageOfAccountManagers(
  db: Database,
  { am_id }: Scope,
  { page, limit }: { page: number; limit: number },
) {
  const [data, count] = await Promise.all([
    db.rows<AccountManager>(
      `select a.*, (select count(*) from sellers s where s.assigned_am_id = a.id and s.status = 'active') as sellers_count
       from account_managers a
       where $1::int is null or a.id = $1
       order by a.name, a.id limit $2 offset $3`,
      [am_id, limit, (page - 1) * limit],
      'account-managers-page',
    ),
    db.row<{ total: number }>(
      `select count(*) as total from account_managers where $1::int is null or id = $1`,
      [am_id],
      'account-managers-total',
    ),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}
