import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import type { Written } from '../../logic/form-changes.ts'
import { ROLES, roleName } from '../../words/roles.ts'
import type { FormField } from '../admin/form-field.tsx'
import { SellerField } from '../admin/lookups.tsx'
import { words } from './words.ts'

export type Account = Answer<'GET', '/api/users'>['data'][number]
export type Role = Account['role']

/** What a change of an account may change elsewhere. */
export const CHANGED = ['/api/users', '/api/employees', '/api/auth', '/api/audit']

/** The fields of an account; which part of the sellers a role sees is asked for with the role. */
export function useAccountFields(isNew: boolean): FormField[] {
  const warehouses = useRead('/api/warehouses', { query: { limit: 500 } })
  const managers = useRead('/api/sellers/am/list', { query: { limit: 500 } })
  const choices = (list: { id: number; name: string }[] = []): [string, string][] => [
    ['', words.nothing],
    ...list.map(({ id, name }): [string, string] => [String(id), name]),
  ]
  const onlyFor = (role: Role) => (written: Written) => written.role === role
  return [
    { name: 'full_name', label: words.full_name, required: true, maxLength: 200 },
    { name: 'username', label: words.username, hint: words.usernameHint, required: true, maxLength: 100 },
    { name: 'email', label: words.email, type: 'email', required: true, maxLength: 254 },
    {
      name: 'role',
      label: words.role,
      options: ROLES.map((one): [string, string] => [one, roleName(one)]),
    },
    {
      name: 'am_id',
      isNumber: true,
      label: words.manager,
      hint: words.managerHint,
      options: choices(managers.data?.data),
      shown: onlyFor('am'),
    },
    {
      name: 'warehouse_id',
      isNumber: true,
      label: words.warehouse,
      hint: words.warehouseHint,
      options: choices(warehouses.data?.data),
      shown: onlyFor('warehouse'),
    },
    {
      name: 'seller_id',
      isNumber: true,
      label: words.seller,
      hint: words.sellerHint,
      input: SellerField,
      required: true,
      shown: onlyFor('seller'),
    },
    ...(isNew
      ? [
          {
            name: 'password',
            label: words.password,
            hint: words.passwordHint,
            type: 'password' as const,
            maxLength: 200,
          },
        ]
      : []),
  ]
}
