import type { Database } from '../../src/platform/database/database.ts'
import type { ApiKey } from './api-key-schemas.ts'

/** One page of API keys, the newest first, revoked ones included. Never the key, nor its hash. */
export async function pageOfApiKeys(db: Database, { page, limit }: { page: number; limit: number }) {
  const [data, count] = await Promise.all([
    db.rows<ApiKey>(
      `select k.id, k.name, k.user_id, u.username, k.role, k.prefix, k.created_by, k.created_at, k.expires_at,
              k.revoked_at
       from api_keys k join users u on u.id = k.user_id
       order by k.id desc limit $1 offset $2`,
      [limit, (page - 1) * limit],
      'api-keys-page',
    ),
    db.row<{ total: number }>(`select count(*) as total from api_keys`, [], 'api-keys-total'),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}
