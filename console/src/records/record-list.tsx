import { ActionIcon, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PencilIcon } from 'lucide-react'
import type { DataTableColumn } from 'mantine-datatable'
import { Fragment, type ReactNode } from 'react'
import { useMay, useShared } from '../api/me.ts'
import type { RecordSearch } from '../app/search.ts'
import { ButtonLink, Dim, NameLink } from '../ui/dim.tsx'
import { textOf } from '../ui/format.ts'
import { Grid, WIDE } from '../ui/grid.tsx'
import { nameOf } from '../ui/names.ts'
import { Asked } from '../ui/page.tsx'
import { State } from '../ui/status.tsx'
import { LIMIT, listOf, useFields } from './calls.ts'
import { type ListKind, type RecordKind, type Row, titleOf } from './kind.ts'

/** The drawer of a record, beside its list. */
export const inDrawer = (path: string, open: string, search: object = {}) => ({
  to: '/records/$path' as const,
  params: { path },
  search: { ...search, open },
})

/** Where a record is: on its own page, else in the drawer. */
export const whereIs = ({ page, path = '' }: ListKind, id: string, search?: object) =>
  page ? { to: page.to, params: { code: id, id }, search: page.search ?? {} } : inDrawer(path, id, search)

/** Above a list: what leads to it; above a page of one record that list, too. */
export function trailOf({ within, setting, path, many }: RecordKind, isOne?: boolean) {
  const { to, name } = within ?? { to: '/settings', name: setting && 'Settings' }
  const list = { to: '/records/$path', params: { path } } as const
  return (
    name && (
      <>
        <Link to={to}>{name}</Link> {isOne && '/ '}
        {isOne && <Link {...list}>{many}</Link>}
      </>
    )
  )
}

/** What does not stand in one line. */
const LONG = /.{41}/s
/** What has no blanks to part it at either. */
const LONG_WORD = /\S{41}/
const WRAPPED = { width: 280, cellsStyle: () => ({ overflowWrap: 'anywhere' as const }) }

interface RecordListProps {
  kind: ListKind
  /** What it is narrowed to, and its page. */
  search?: RecordSearch
  /** What it can be narrowed to; a list of nothing needs none. */
  filters?: ReactNode
  onPage?: (page: number) => void
}

/** The records of a kind as a table: labels, units and names from the service’s own description. */
export function RecordList({ kind, search = {}, filters, onPage }: RecordListProps) {
  const { page = 1, open: _, ...narrowed } = search
  const navigate = useNavigate()
  const list = useQuery({
    ...listOf(kind, { page, limit: LIMIT, ...narrowed }),
    refetchInterval: kind.everyMs,
  })
  const records = list.data?.data
  const labels = new Map(useFields(kind.shape).data?.map((field) => [field.name, field['x-label']]))
  const mayWrite = useMay((kind as RecordKind).writes)
  const where = (row: Row) => whereIs(kind, String(row[kind.page?.by ?? 'id']), search) as { to: string }
  const said = (name: string, row: Row) => kind.says?.[name]?.(row) ?? row[name]
  const has = (name: string, long: RegExp) => records?.some((row) => long.test(textOf(said(name, row))))
  const cell = (name: string, row: Row) =>
    kind.shows?.[name]?.(row) ?? <Cell name={name} value={said(name, row)} of={(kind as RecordKind).path} />
  const titleFor = (name: string) => kind.labels?.[name] ?? labels.get(name) ?? nameOf(name)
  const isShared = useShared()
  const isSame = (name: string) => isShared(name) && new Set(records?.map((row) => row[name])).size < 2
  const shown = kind.columns.filter((name) => !isSame(name))
  const columns = shown.map(
    (accessor, i): DataTableColumn<Row> => ({
      accessor,
      title: titleFor(accessor),
      noWrap: i > 0 && !has(accessor, LONG),
      ...(has(accessor, LONG_WORD) && WRAPPED),
      textAlign: records?.some((row) => typeof said(accessor, row) === 'number') ? 'right' : undefined,
      visibleMediaQuery: i > 0 && i < shown.length - 1 ? WIDE : undefined,
      render(row) {
        if (i) return cell(accessor, row)
        // A phone has room for the first and the last column: what is between stands below.
        const between = shown
          .slice(1, -1)
          .slice(0, kind.below ? 1 : 2)
          .filter((name) => !isEmpty(said(name, row)))
        return (
          <>
            <NameLink {...where(row)}>
              {isEmpty(said(accessor, row)) ? titleOf(row) : textOf(said(accessor, row))}
            </NameLink>
            {kind.below && <Dim>{kind.below(row)}</Dim>}
            {between.length > 0 && (
              <Dim hiddenFrom="sm">
                {between.map((name, at) => (
                  <Fragment key={name}>
                    {at > 0 && ' · '}
                    {kind.below && `${titleFor(name)} `}
                    {cell(name, row)}
                  </Fragment>
                ))}
              </Dim>
            )}
          </>
        )
      },
    }),
  )
  /** Where a record has a page of its own, its fields are changed from here. */
  if (kind.page && 'update' in kind && kind.update && mayWrite)
    columns.push({
      accessor: 'edit',
      title: <VisuallyHidden>Change</VisuallyHidden>,
      width: 48,
      render: (row) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          component={Link}
          {...(inDrawer(kind.path ?? '', String(row.id), search) as object)}
          aria-label={`Change ${titleOf(row)}`}
        >
          <PencilIcon size={16} />
        </ActionIcon>
      ),
    })
  const isNarrowed = onPage && Object.values(narrowed).some(Boolean)
  // What was there before stays.
  if (list.error && !list.data)
    return (
      <Asked query={list} isSubject={Boolean(onPage)}>
        {() => null}
      </Asked>
    )
  return (
    <Stack gap="md">
      {(isNarrowed || list.data?.total !== 0) && filters}
      <Grid
        records={records}
        columns={columns}
        minHeight={160}
        fetching={list.isLoading}
        noRecordsText={isNarrowed ? 'Nothing fits these filters.' : nothingYet(kind)}
        onClear={isNarrowed ? () => void navigate({ to: '.', search: {} as never }) : undefined}
        begin={onPage && <Begin kind={kind} mayWrite={mayWrite} />}
        pages={onPage && { total: list.data?.total, limit: LIMIT, page, onPage }}
        onRowClick={({ record, event }) => {
          if (!(event.target as Element).closest('a')) void navigate(where(record))
        }}
      />
    </Stack>
  )
}

/** That there is none, and what brings one. */
const nothingYet = ({ one = 'seller', begins }: ListKind) => `No ${one} yet${begins ? `: ${begins}` : ''}.`

/** What makes the first of a list. */
function Begin({ kind, mayWrite }: { kind: ListKind; mayWrite: boolean }) {
  const { create, one, path } = kind as RecordKind
  const isSent = useMay('sync.write') && path === 'sellers'
  return (
    <>
      {mayWrite && create && <ButtonLink {...inDrawer(path, 'new')}>Add the first {one}</ButtonLink>}
      {isSent && (
        <ButtonLink to="/import" search={{ open: path }}>
          Import a file
        </ButtonLink>
      )}
    </>
  )
}

const isEmpty = (value: unknown) => value == null || value === '' || value === '–'

function Cell({ name, value, of }: { name: string; value: unknown; of?: string }) {
  if (name === 'status') return <State state={String(value)} of={of} />
  if (name === 'is_active') return <State state={value ? 'active' : 'not_active'} />
  return value != null && /type$|^role$|^component|^feed$/.test(name) ? nameOf(String(value)) : textOf(value)
}
