import { useState } from 'preact/hooks'
import type { Model } from '../../api/types.ts'
import { number, text } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Choices, choicesOf, useWarehouses } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import type { FormField } from '../../parts/forms/form-field.tsx'
import { EditDialog, type Kind, NewDialog, useActive } from '../../parts/forms/record-dialog.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { Text } from '../../parts/text.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { EraseDialog } from '../admin/erase-dialog.tsx'
import { RecordPage, StateBadge } from '../admin/record-page.tsx'

type Employee = Model<'Employee'>

const KIND: Kind<Employee> = {
  path: '/api/employees',
  changes: ['/api/employees', '/api/users', '/api/audit'],
  nameOf: ({ full_name }) => full_name,
}
const STATE = { q: text(), warehouse: number(), open: number(), page: number(1) }

/** The people of the operator, by their codes. The one that `open` names is being edited. */
export default function Employees() {
  const { may } = useMe()
  const go = useGo()
  const setActive = useActive(KIND)
  const warehouses = useWarehouses()
  const [values, change] = useUrlState(STATE)
  const { q, warehouse, open } = values
  const [erasing, erase] = useState<Employee | null>(null)
  const mayChange = may('employees.write')
  const fields = fieldsOf(useWarehouses('None') ?? choicesOf([], 'None'))
  const edit = ({ id }: Employee) => change({ open: id })
  const itemsOf = (row: Employee) => [
    mayChange && { label: 'Edit', asks: true, onChoose: () => edit(row) },
    mayChange && { label: row.is_active ? 'Deactivate' : 'Activate', onChoose: () => setActive(row) },
    may('audit.read') && {
      label: 'Who changed what',
      onChoose: () => go(`/audit?entity=employee&id=${row.id}`),
    },
    mayChange && { label: 'Erase the person', asks: true, onChoose: () => erase(row) },
  ]
  return (
    <RecordPage
      title="Employees"
      newTitle={mayChange ? 'New employee' : undefined}
      newDialog={(close) => <NewDialog {...KIND} title="New employee" fields={fields} onClose={close} />}
    >
      <Filters
        values={values}
        change={change}
        fields={[
          { name: 'q', label: 'Search', placeholder: 'Code, name or e-mail' },
          { name: 'warehouse', label: 'Warehouse', options: warehouses },
        ]}
      />
      <RecordList
        title="Employees"
        caption="All employees, by their codes"
        path="/api/employees"
        request={{ query: { search: q.trim() || undefined, warehouse_id: warehouse } }}
        height="32rem"
        columns={[
          { head: 'Code', cell: ({ employee_code }) => <span class="mono wraps">{employee_code}</span> },
          { head: 'Person', cell: (row) => <Person {...row} /> },
          {
            head: 'Position',
            wide: true,
            cell: ({ position }) => <Text class="wraps">{position ?? '–'}</Text>,
          },
          {
            head: 'Warehouse',
            wide: true,
            cell: ({ warehouse_name }) => <span dir="auto">{warehouse_name ?? '–'}</span>,
          },
          {
            head: 'State',
            wide: true,
            cell: ({ is_active }) =>
              is_active ? <StateBadge isActive /> : <Badge>No longer employed</Badge>,
          },
          (mayChange || may('audit.read')) && {
            head: 'Actions',
            cell: (row: Employee) => <Menu label={`Actions for ${row.full_name}`} items={itemsOf(row)} />,
          },
        ]}
        keyOf={({ id }) => id}
        onOpen={mayChange ? edit : undefined}
        onClear={
          q || warehouse
            ? () => change({ q: '', warehouse: undefined, page: 1 }, { replace: true })
            : undefined
        }
        none="No employees yet"
        hint="An employee is made with each account, or here, before there is one."
      />
      {open && mayChange && (
        <EditDialog
          {...KIND}
          key={open}
          id={open}
          fields={fields}
          onClose={() => change({ open: undefined })}
        />
      )}
      {erasing && (
        <EraseDialog
          path="/api/employees/{id}/erase"
          id={erasing.id}
          name={erasing.full_name}
          typed={erasing.employee_code}
          said={`The person behind ${erasing.employee_code} is erased.`}
          changes={[...KIND.changes, '/api/auth']}
          onClose={() => erase(null)}
        >
          For good: the name, e-mail address and position go, and all accounts of the person with their
          sessions and keys. The code stays, and so does what the person did, under a number.
        </EraseDialog>
      )}
    </RecordPage>
  )
}

const fieldsOf = (warehouses: Choices): FormField[] => [
  {
    name: 'employee_code',
    label: 'Code',
    hint: 'The personnel system’s own code',
    required: true,
    maxLength: 50,
  },
  { name: 'full_name', label: 'Full name', required: true, maxLength: 200 },
  { name: 'email', label: 'E-mail', type: 'email', maxLength: 254 },
  { name: 'position', label: 'Position', maxLength: 200 },
  { name: 'warehouse_id', isNumber: true, label: 'Warehouse', options: warehouses },
]

const Person = ({ full_name, email }: Employee) => (
  <span class="person-cell">
    <Text class="wraps">{full_name}</Text>
    {email && <span class="faint wraps wide">{email}</span>}
  </span>
)
