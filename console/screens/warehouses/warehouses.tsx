import type { Model } from '../../api/types.ts'
import { number } from '../../logic/url-state.ts'
import type { FormField } from '../../parts/forms/form-field.tsx'
import { EditDialog, type Kind, NewDialog, useActive } from '../../parts/forms/record-dialog.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { RecordPage, StateBadge } from '../admin/record-page.tsx'

type Warehouse = Model<'Warehouse'>

const KIND: Kind<Warehouse> = {
  path: '/api/warehouses',
  changes: ['/api/warehouses', '/api/audit'],
  nameOf: ({ name }) => name,
}
const FIELDS: FormField[] = [
  { name: 'code', label: 'Code', hint: 'The warehouse system’s own code', required: true, maxLength: 50 },
  { name: 'name', label: 'Name', required: true, maxLength: 200 },
]

/** The warehouses, each with the way to its sellers. The one that `open` names is being edited. */
export default function Warehouses() {
  const { may } = useMe()
  const go = useGo()
  const setActive = useActive(KIND)
  const [{ open }, change] = useUrlState({ open: number() })
  const mayChange = may('warehouses.write')
  const edit = ({ id }: Warehouse) => change({ open: id })
  const showSellers = ({ id }: Warehouse) => go(`/sellers?warehouse=${id}`)
  const itemsOf = (row: Warehouse) => [
    mayChange && { label: 'Edit', asks: true, onChoose: () => edit(row) },
    mayChange && { label: row.is_active ? 'Deactivate' : 'Activate', onChoose: () => setActive(row) },
    { label: 'Its sellers', onChoose: () => showSellers(row) },
    ...(may('audit.read')
      ? [{ label: 'Who changed what', onChoose: () => go(`/audit?entity=warehouse&id=${row.id}`) }]
      : []),
  ]
  return (
    <RecordPage
      title="Warehouses"
      newTitle={mayChange ? 'New warehouse' : undefined}
      newDialog={(close) => <NewDialog {...KIND} title="New warehouse" fields={FIELDS} onClose={close} />}
    >
      <RecordList
        title="Warehouses"
        caption="All warehouses, by their codes"
        path="/api/warehouses"
        height="20rem"
        columns={[
          { head: 'Code', cell: ({ code }) => <span class="mono wraps">{code}</span> },
          {
            head: 'Name',
            cell: ({ id, name }) => (
              <Link to={`/sellers?warehouse=${id}`} class="wraps" dir="auto">
                {name}
              </Link>
            ),
          },
          { head: 'State', cell: ({ is_active }) => <StateBadge isActive={is_active} /> },
          { head: 'Actions', cell: (row) => <Menu label={`Actions for ${row.name}`} items={itemsOf(row)} /> },
        ]}
        keyOf={({ id }) => id}
        onOpen={mayChange ? edit : showSellers}
        none="No warehouses yet"
        hint="Sellers belong to a warehouse; those who work there see whether a seller is blocked."
      />
      {open && mayChange && (
        <EditDialog
          {...KIND}
          key={open}
          id={open}
          fields={FIELDS}
          onClose={() => change({ open: undefined })}
        />
      )}
    </RecordPage>
  )
}
