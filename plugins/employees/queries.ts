import type { Database } from '../../src/platform/database/database.ts'
import type { Employee, EmployeesQuery } from './schemas.ts'

/** One page of employees and how many match, in the order of their codes. */
export async function pageOfEmployees(db: Database, { page, limit, search, warehouse_id }: EmployeesQuery) {
  const filter = [search ?? null, warehouse_id ?? null]
  const [data, count] = await Promise.all([
    db.rows<Employee>(
      `select e.id, e.employee_code, e.full_name, e.email, e.position, e.warehouse_id, w.name as warehouse_name,
              e.is_active, e.created_at
       from employees e
       left join warehouses w on w.id = e.warehouse_id
       where ($1::text is null
              or strpos(lower(concat_ws(E'\\n', e.employee_code, e.full_name, e.email)), lower($1)) > 0)
         and ($2::int is null or e.warehouse_id = $2)
       order by e.employee_code, e.id
       limit $3 offset $4`,
      [...filter, limit, (page - 1) * limit],
    ),
    db.row<{ total: number }>(
      `select count(*) as total from employees e
       where ($1::text is null
              or strpos(lower(concat_ws(E'\\n', e.employee_code, e.full_name, e.email)), lower($1)) > 0)
         and ($2::int is null or e.warehouse_id = $2)`,
      filter,
    ),
  ])
  return { data, total: count?.total ?? 0, page, limit }
}
