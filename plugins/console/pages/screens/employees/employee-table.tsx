import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { Badge } from '../../parts/badges.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { StateBadge } from '../admin/state-badge.tsx'
import { useActive } from '../admin/use-active.ts'
import { words as admin } from '../admin/words.ts'
import { CHANGED, type Employee, EraseEmployee } from './employee-dialogs.tsx'
import { words } from './words.ts'

interface Props {
  rows: Employee[]
  /** Left out: may only look. */
  onEdit?: (employee: Employee) => void
  empty: ComponentChildren
  foot: ComponentChildren
}

/** The employees by their codes, with what can be done to one. */
export function EmployeeTable({ rows, onEdit, ...rest }: Props) {
  const { may } = useMe()
  const go = useGo()
  const [erasing, erase] = useState<Employee | null>(null)
  const setActive = useActive(
    (id, is_active) => send('PATCH', '/api/employees/{id}', { path: { id }, body: { is_active } }),
    CHANGED,
  )
  const itemsOf = (row: Employee) => [
    ...(onEdit
      ? [
          { label: admin.edit, onChoose: () => onEdit(row) },
          {
            label: row.is_active ? admin.deactivate : admin.activate,
            onChoose: () => setActive(row.id, row.full_name, !row.is_active),
          },
        ]
      : []),
    ...(may('audit.read')
      ? [{ label: admin.audit, onChoose: () => go(`/audit?entity=employee&id=${row.id}`) }]
      : []),
    ...(onEdit ? [{ label: admin.erase, onChoose: () => erase(row) }] : []),
  ]
  const hasMenu = onEdit !== undefined || may('audit.read')
  return (
    <>
      <DataTable<Employee>
        caption={words.caption}
        columns={[
          {
            key: 'code',
            head: words.employee_code,
            cell: ({ employee_code }) => <span class="mono wraps">{employee_code}</span>,
          },
          { key: 'person', head: words.person, cell: (row) => <Person {...row} /> },
          {
            key: 'position',
            head: words.position,
            wide: true,
            cell: ({ position }) => (
              <span class="wraps" dir="auto">
                {position ?? admin.nobody}
              </span>
            ),
          },
          {
            key: 'warehouse',
            head: words.warehouse,
            wide: true,
            cell: ({ warehouse_name }) => <span dir="auto">{warehouse_name ?? admin.nobody}</span>,
          },
          {
            key: 'state',
            head: admin.state,
            wide: true,
            cell: ({ is_active }) => (is_active ? <StateBadge isActive /> : <Badge>{words.inactive}</Badge>),
          },
          ...(hasMenu
            ? [
                {
                  key: 'menu',
                  head: admin.actions,
                  cell: (row: Employee) => (
                    <Menu label={admin.actionsOf(row.full_name)} items={itemsOf(row)} />
                  ),
                },
              ]
            : []),
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={onEdit}
        {...rest}
      />
      {erasing && <EraseEmployee employee={erasing} onClose={() => erase(null)} />}
    </>
  )
}

const Person = ({ full_name, email }: Employee) => (
  <span class="person-cell">
    <span class="wraps" dir="auto">
      {full_name}
    </span>
    {email && <span class="faint wraps wide">{email}</span>}
  </span>
)
