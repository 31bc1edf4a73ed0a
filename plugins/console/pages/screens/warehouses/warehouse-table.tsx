import type { ComponentChildren } from 'preact'
import { send } from '../../api/client.ts'
import type { Answer } from '../../api/types.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { StateBadge } from '../admin/state-badge.tsx'
import { useActive } from '../admin/use-active.ts'
import { words as admin } from '../admin/words.ts'
import { words } from './words.ts'

type Warehouse = Answer<'GET', '/api/warehouses'>['data'][number]

interface Props {
  rows: Warehouse[]
  /** What is read again after a change. */
  changes: string[]
  /** Left out: may only look. */
  onEdit?: (warehouse: Warehouse) => void
  empty: ComponentChildren
  foot: ComponentChildren
}

/** The warehouses, each with the way to its sellers. */
export function WarehouseTable({ rows, changes, onEdit, ...rest }: Props) {
  const { may } = useMe()
  const go = useGo()
  const setActive = useActive(
    (id, is_active) => send('PATCH', '/api/warehouses/{id}', { path: { id }, body: { is_active } }),
    changes,
  )
  const itemsOf = ({ id, name, is_active, ...others }: Warehouse) => [
    ...(onEdit
      ? [
          { label: admin.edit, onChoose: () => onEdit({ id, name, is_active, ...others }) },
          {
            label: is_active ? admin.deactivate : admin.activate,
            onChoose: () => setActive(id, name, !is_active),
          },
        ]
      : []),
    { label: words.seeSellers, onChoose: () => go(`/sellers?warehouse=${id}`) },
    ...(may('audit.read')
      ? [{ label: admin.audit, onChoose: () => go(`/audit?entity=warehouse&id=${id}`) }]
      : []),
  ]
  return (
    <DataTable<Warehouse>
      caption={words.caption}
      columns={[
        { key: 'code', head: words.code, cell: ({ code }) => <span class="mono wraps">{code}</span> },
        {
          key: 'name',
          head: words.name,
          cell: ({ id, name }) => (
            <Link to={`/sellers?warehouse=${id}`} class="wraps" dir="auto">
              {name}
            </Link>
          ),
        },
        { key: 'state', head: admin.state, cell: ({ is_active }) => <StateBadge isActive={is_active} /> },
        {
          key: 'menu',
          head: admin.actions,
          cell: (row) => <Menu label={admin.actionsOf(row.name)} items={itemsOf(row)} />,
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={onEdit ?? (({ id }) => go(`/sellers?warehouse=${id}`))}
      {...rest}
    />
  )
}
