import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import type { Written } from '../../logic/form-changes.ts'
import { choicesOf } from '../../parts/forms/choices.ts'
import type { FormField } from '../../parts/forms/form-field.tsx'
import type { Kind } from '../../parts/forms/record-dialog.tsx'
import { ROLES, roleName } from '../../words/roles.ts'
import { SellerField } from '../admin/lookups.tsx'

export type Account = Answer<'GET', '/api/users'>['data'][number]
export type Role = Account['role']

export const ACCOUNTS: Kind<Account> = {
  path: '/api/users',
  changes: ['/api/users', '/api/employees', '/api/auth', '/api/audit'],
  nameOf: ({ username }) => username,
}

/** The fields of an account; which part of the sellers a role sees is asked for with the role. */
export function useAccountFields(isNew: boolean): FormField[] {
  const warehouses = useRead('/api/warehouses', { query: { limit: 500 } })
  const managers = useRead('/api/sellers/am/list', { query: { limit: 500 } })
  const onlyFor = (role: Role) => (written: Written) => written.role === role
  return [
    { name: 'full_name', label: 'Full name', required: true, maxLength: 200 },
    {
      name: 'username',
      label: 'Username',
      hint: 'What the person signs in with; without blanks',
      required: true,
      maxLength: 100,
    },
    { name: 'email', label: 'E-mail', type: 'email', required: true, maxLength: 254 },
    { name: 'role', label: 'Role', options: ROLES.map((one): [string, string] => [one, roleName(one)]) },
    {
      name: 'am_id',
      isNumber: true,
      label: 'Account manager',
      hint: 'The portfolio that the person sees',
      options: choicesOf(managers.data?.data, 'Nothing yet'),
      shown: onlyFor('am'),
    },
    {
      name: 'warehouse_id',
      isNumber: true,
      label: 'Warehouse',
      hint: 'The warehouse whose sellers the person sees',
      options: choicesOf(warehouses.data?.data, 'Nothing yet'),
      shown: onlyFor('warehouse'),
    },
    {
      name: 'seller_id',
      isNumber: true,
      label: 'Seller',
      hint: 'The seller that the person is: type its code or a part of its name',
      input: SellerField,
      required: true,
      shown: onlyFor('seller'),
    },
    ...(isNew
      ? [
          {
            name: 'password',
            label: 'Password',
            hint: 'Optional: without one, hand over a reset link afterwards. A few words make a good one.',
            type: 'password' as const,
            maxLength: 200,
          },
        ]
      : []),
  ]
}
