import { Badge, Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMay } from '../api/me.ts'
import type { RecordSearch } from '../app/search.ts'
import { textOf } from '../ui/format.ts'
import { Grid } from '../ui/grid.tsx'
import { nameOf } from '../ui/names.ts'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { listOf } from './calls.ts'
import { kindOf, type RecordKind, type Row } from './declared.ts'
import { RecordFilters } from './record-filters.tsx'
import classes from './record-screen.module.css'

const RecordDrawer = lazy(() => import('./record-drawer.tsx'))
const LIMIT = 50

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
  const { open, period: _, page = 1, ...narrowed } = address
  const navigate = useNavigate({ from: '/records/$path' })
  const show = (next?: string) => void navigate({ search: (was) => ({ ...was, open: next }) })
  const narrow = (change: Partial<RecordSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...change, page: undefined }) })
  const list = useQuery(listOf(kind, { page, limit: LIMIT, ...narrowed }))
  const mayCreate = useMay(kind.writes) && kind.create

  const enter = (row: Row) =>
    kind.page
      ? void navigate({ to: kind.page.to, params: { code: String(row[kind.page.by]) }, search: {} })
      : show(String(row.id))

  return (
    <Page
      title={kind.many}
      trail={kind.isSetting && <Link to="/settings">Settings</Link>}
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => show('new')}>
            New {kind.one}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <RecordFilters kind={kind} search={address} onSearch={narrow} />
        {list.error ? (
          <Trouble error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Grid
            records={list.data?.data}
            columns={kind.columns.map((accessor, i) => ({
              accessor,
              title: nameOf(accessor),
              noWrap: true,
              textAlign: typeof list.data?.data[0]?.[accessor] === 'number' ? 'right' : undefined,
              visibleMediaQuery: i > 1 && i < kind.columns.length - 1 ? '(width >= 48em)' : undefined,
              render: (row: Row) =>
                i ? (
                  <Cell name={accessor} value={row[accessor]} />
                ) : (
                  <Name kind={kind} row={row} text={textOf(row[accessor])} />
                ),
            }))}
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
        <RecordDrawer kind={kind} open={open} onClose={() => show()} onOpen={show} />
      </Suspense>
    </Page>
  )
}

const STATE_COLORS: Record<string, string> = {
  active: 'green',
  applied: 'green',
  approved: 'green',
  pending: 'yellow',
  under_review: 'yellow',
  upcoming: 'brand',
  suspended: 'red',
  rejected: 'red',
  cancelled: 'gray',
}

/** The first cell leads to the record, for keys and for a new tab as well. */
function Name({ kind: { page }, row, text }: { kind: RecordKind; row: Row; text: string }) {
  const look = {
    className: classes.name,
    children: text,
    onClick: (event: React.MouseEvent) => event.stopPropagation(),
  }
  if (page) return <Link to={page.to} params={{ code: String(row[page.by]) }} {...look} />
  return <Link to="." search={(was) => ({ ...was, open: String(row.id) })} {...look} />
}

function Cell({ name, value }: { name: string; value: unknown }) {
  if (name === 'status')
    return (
      <Badge variant="light" tt="none" fw={500} color={STATE_COLORS[String(value)] ?? 'gray'}>
        {nameOf(String(value))}
      </Badge>
    )
  if (/type$|^role$|^component/.test(name)) return nameOf(String(value))
  return textOf(value)
}
