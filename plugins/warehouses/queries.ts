import type { Database } from '../../src/platform/database/database.ts'
import type { Warehouse } from './schemas.ts'

/** One page of warehouses and how many there are, in the order of their codes. */
export async function pageOfWarehouses(db: Database, { page, limit }: { page: number; limit: number }) {
  const [data, count] = await Promise.all([
    db.rows<Warehouse>(
      `select id, code, name, is_active, created_at, updated_at from warehouses order by code, id limit $1 offset $2`,
      [limit, (page - 1) * limit],
      'warehouses-page',
    ),
    db.row<{ total: number }>(`select count(*) as total from warehouses`, [], 'warehouses-total'),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}
