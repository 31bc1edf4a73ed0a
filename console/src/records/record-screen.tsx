import { ActionIcon, Badge, Button, Stack } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { DataTableColumn } from 'mantine-datatable'
import { lazy, Suspense } from 'react'
import { useMay } from '../api/me.ts'
import type { RecordSearch } from '../app/search.ts'
import { textOf } from '../ui/format.ts'
import { Grid } from '../ui/grid.tsx'
import { nameOf } from '../ui/names.ts'
import { Page } from '../ui/page.tsx'
import { STATE_COLORS } from '../ui/status.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { listOf } from './calls.ts'
import { kindOf, type RecordKind, type Row, titleOf } from './declared.ts'
import { schemaOf } from './fields.tsx'
import { RecordFilters } from './record-filters.tsx'
import classes from './record-screen.module.css'
import { fieldsOf } from './schema.ts'

const RecordDrawer = lazy(() => import('./record-drawer.tsx'))
const LIMIT = 50

const given = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

/** A page of a record is under its code or its id. */
const paramsOf = ({ page }: RecordKind, row: Row) => {
  const value = String(row[page?.by ?? 'id'])
  return { code: value, id: value }
}

/** The page of any simple record: its list, and its detail and forms in a drawer. */
export function RecordScreen() {
  const { path } = useParams({ from: '/records/$path' })
  const kind = kindOf(path)
  return kind ? (
    <Records key={path} kind={kind} />
  ) : (
    <Page title="There is no such page">The menu leads to everything that you may see.</Page>
  )
}

function Records({ kind }: { kind: RecordKind }) {
  const address = useSearch({ from: '/records/$path' })
  const { open, page = 1 } = address
  const narrowed = Object.fromEntries(
    ['search', ...Object.keys(kind.filters ?? {})].map((name) => [name, address[name]]),
  )
  const fields = fieldsOf(useQuery(schemaOf(kind.shape)).data ?? {})
  const labels = new Map(fields.map((field) => [field.name, field['x-label']]))
  const navigate = useNavigate({ from: '/records/$path' })
  const show = (next?: string) => void navigate({ search: (was) => ({ ...was, open: next }) })
  const narrow = (change: Partial<RecordSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...change, page: undefined }) })
  const list = useQuery(listOf(kind, { page, limit: LIMIT, ...kind.asked, ...given(narrowed) }))
  const mayWrite = useMay(kind.writes)
  const mayCreate = mayWrite && kind.create

  const enter = (row: Row) =>
    kind.page
      ? void navigate({ to: kind.page.to, params: paramsOf(kind, row), search: {} })
      : show(String(row.id))

  /** What was made is shown: on its page where that is known by its id. */
  const opened = (id: string) =>
    kind.page?.by === 'id'
      ? void navigate({ to: kind.page.to, params: { code: id, id }, search: {} })
      : show(id)

  return (
    <Page
      title={kind.many}
      trail={kind.setting && <Link to="/settings">Settings</Link>}
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => show('new')}>
            New {kind.one}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <RecordFilters kind={kind} fields={fields} search={address} onSearch={narrow} />
        {list.error ? (
          <Trouble error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Grid
            records={list.data?.data}
            columns={[
              ...kind.columns.map(
                (accessor, i): DataTableColumn<Row> => ({
                  accessor,
                  title: labels.get(accessor) ?? nameOf(accessor),
                  noWrap: true,
                  textAlign: typeof list.data?.data[0]?.[accessor] === 'number' ? 'right' : undefined,
                  visibleMediaQuery: i > 1 && i < kind.columns.length - 1 ? '(width >= 48em)' : undefined,
                  render: (row: Row) =>
                    i ? (
                      <Cell name={accessor} value={kind.says?.[accessor]?.(row) ?? row[accessor]} />
                    ) : (
                      <Name
                        kind={kind}
                        row={row}
                        text={kind.says?.[accessor]?.(row) ?? textOf(row[accessor])}
                      />
                    ),
                }),
              ),
              ...(kind.page && kind.update && mayWrite ? [edit] : []),
            ]}
            fetching={list.isLoading}
            noRecordsText={Object.values(narrowed).some(Boolean) ? 'Nothing fits' : `No ${kind.one} yet`}
            totalRecords={list.data?.total ?? 0}
            recordsPerPage={LIMIT}
            page={page}
            onPageChange={(next) => void navigate({ search: (was) => ({ ...was, page: next }) })}
            onRowClick={({ record }) => enter(record)}
          />
        )}
      </Stack>
      <Suspense>
        <RecordDrawer kind={kind} open={open} onClose={() => show()} onOpen={opened} />
      </Suspense>
    </Page>
  )
}

/** Where a record has a page of its own, its fields are changed from here. */
const edit: DataTableColumn<Row> = {
  accessor: 'edit',
  title: '',
  width: 48,
  render: (row) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      component={Link}
      to="."
      search={((was: object) => ({ ...was, open: String(row.id) })) as never}
      onClick={(event) => event.stopPropagation()}
      aria-label={`Change ${titleOf(row)}`}
    >
      <IconPencil size={16} />
    </ActionIcon>
  ),
}

/** The first cell leads to the record, for keys and for a new tab as well. */
function Name({ kind, row, text }: { kind: RecordKind; row: Row; text: string }) {
  const look = {
    className: classes.name,
    children: text,
    onClick: (event: React.MouseEvent) => event.stopPropagation(),
  }
  if (kind.page) return <Link to={kind.page.to} params={paramsOf(kind, row)} {...look} />
  return <Link to="." search={(was) => ({ ...was, open: String(row.id) })} {...look} />
}

function Cell({ name, value }: { name: string; value: unknown }) {
  if (name === 'is_active')
    return (
      <Badge variant="light" tt="none" fw={500} color={value ? 'green' : 'gray'}>
        {value ? 'Active' : 'Not active'}
      </Badge>
    )
  if (name === 'status')
    return (
      <Badge variant="light" tt="none" fw={500} color={STATE_COLORS[String(value)] ?? 'gray'}>
        {nameOf(String(value))}
      </Badge>
    )
  if (/type$|^role$|^component/.test(name)) return nameOf(String(value))
  return textOf(value)
}
