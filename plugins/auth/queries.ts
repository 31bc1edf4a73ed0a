import type { Role } from '../../src/platform/access/roles.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** What a login is judged by. Never leaves the service. */
export interface Account {
  id: number
  is_seeded: boolean
  is_active: boolean
  password_hash: string | null
}

/** What the API shows of the user who logs in. */
export interface SignedIn {
  id: number
  username: string
  role: Role
  warehouse_id: number | null
  full_name: string
  warehouse_name: string | null
  email: string | null
  employee_code: string | null
  employee_id: number | null
}

export const accountByUsername = (db: Database, username: string) =>
  db.row<Account>(
    `select id, is_seeded, is_active, password_hash from users where username = $1`,
    [username],
    'account-by-username',
  )

/** E-mail addresses are kept in lower case. */
export const accountByEmail = (db: Database, email: string) =>
  db.row<Account>(
    `select id, is_seeded, is_active, password_hash from users where email = lower($1)`,
    [email],
    'account-by-email',
  )

/** The user as logins and `me` show it. The caller knows that there is one. */
export async function signedInUser(db: Database, id: number): Promise<SignedIn> {
  const user = await db.row<SignedIn>(
    `select u.id, u.username, u.role, u.warehouse_id, u.full_name, w.name as warehouse_name, u.email,
            u.employee_id, e.employee_code
     from users u
     left join warehouses w on w.id = u.warehouse_id
     left join employees e on e.id = u.employee_id
     where u.id = $1`,
    [id],
    'signed-in-user',
  )
  return user as SignedIn
}
