import type { Database } from '../../src/platform/database/database.ts'
import type { User, UsersQuery } from './schemas.ts'

/** One page of accounts and how many match, in the order of their usernames. */
export async function pageOfUsers(db: Database, { page, limit, role, is_active, search }: UsersQuery) {
  const filter = [role ?? null, is_active ?? null, search ?? null]
  const [data, count] = await Promise.all([
    db.rows<User>(
      `select u.id, u.username, u.full_name, u.role, u.email, u.warehouse_id, w.name as warehouse_name,
              u.am_id, a.name as am_name, u.employee_id, e.employee_code, u.is_active, u.created_at, u.updated_at
       from users u
       left join warehouses w on w.id = u.warehouse_id
       left join account_managers a on a.id = u.am_id
       left join employees e on e.id = u.employee_id
       where ($1::text is null or u.role = $1)
         and ($2::boolean is null or u.is_active = $2)
         and ($3::text is null or strpos(lower(concat_ws(E'\\n', u.username, u.full_name, u.email)), lower($3)) > 0)
       order by u.username, u.id
       limit $4 offset $5`,
      [...filter, limit, (page - 1) * limit],
    ),
    db.row<{ total: number }>(
      `select count(*) as total from users u
       where ($1::text is null or u.role = $1)
         and ($2::boolean is null or u.is_active = $2)
         and ($3::text is null or strpos(lower(concat_ws(E'\\n', u.username, u.full_name, u.email)), lower($3)) > 0)`,
      filter,
    ),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}
