import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay, useMe, useShared } from '../api/me.ts'
import type { RecordSearch } from '../app/search.ts'
import { MonthFilter } from '../ui/month-picker.tsx'
import { nameOf, stateOf } from '../ui/names.ts'
import { Line, NoPage, Page } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useFields } from './calls.ts'
import { DayInput } from './day-input.tsx'
import { kindReferred, RECORDS } from './declared.ts'
import { optionsOf, RefInput } from './field.tsx'
import type { RecordKind } from './kind.ts'
import { inDrawer, RecordList, trailOf, whereIs } from './record-list.tsx'
import type { Field } from './schema.ts'

const RecordDrawer = lazy(() => import('./record-drawer.tsx'))

/** The page of any simple record: its list, and its detail and forms in a drawer. */
export function RecordScreen() {
  const { path } = useParams({ from: '/records/$path' })
  const kind = RECORDS.find((one) => one.path === path)
  return kind ? <Records key={path} kind={kind} /> : <NoPage />
}

export function Records({ kind, verdict }: { kind: RecordKind; verdict?: ReactNode }) {
  const address = useSearch({ strict: false }) as RecordSearch
  const known = ['page', 'open', 'search', ...Object.keys(kind.filters ?? {})]
  const search = Object.fromEntries(Object.entries(address).filter(([name]) => known.includes(name)))
  const navigate = useNavigate()
  // What is closed is not opened again by the browser’s Back.
  const show = (change: Partial<RecordSearch>) =>
    void navigate({
      to: '.',
      search: (was) => ({ ...was, ...change }),
      replace: 'open' in change && !change.open,
    })
  const mayCreate = useMay(kind.writes) && kind.create

  return (
    <Page
      title={kind.many}
      trail={trailOf(kind)}
      verdict={verdict ?? kind.about}
      actions={
        mayCreate && (
          <Button variant="filled" leftSection={<PlusIcon size={16} />} onClick={() => show({ open: 'new' })}>
            New {kind.one}
          </Button>
        )
      }
    >
      <RecordList
        kind={kind}
        search={search}
        filters={
          <RecordFilters
            kind={kind}
            search={address}
            onSearch={(change) => show({ ...change, page: undefined })}
          />
        }
        onPage={(page) => show({ page })}
      />
      <Suspense>
        <RecordDrawer
          kind={kind}
          open={address.open}
          onClose={() => show({ open: undefined })}
          onOpen={(id) => void navigate(kind.page?.by === 'id' ? whereIs(kind, id) : inDrawer(kind.path, id))}
        />
      </Suspense>
    </Page>
  )
}

/** More choices than that are a list to open. */
const MOST_IN_A_LINE = 6

interface RecordFiltersProps {
  kind: RecordKind
  search: RecordSearch
  onSearch: (change: Partial<RecordSearch>) => void
}

/** What a list can be narrowed to; the address keeps it. */
function RecordFilters({ kind, search, onSearch }: RecordFiltersProps) {
  const fields = useFields(kind.shape).data
  const isShared = useShared()
  return (
    <Group gap="xs">
      {kind.hasSearch && (
        <SearchField label="Search" value={search.search} onSearch={(text) => onSearch({ search: text })} />
      )}
      {Object.entries(kind.filters ?? {}).map(([name, about]) => {
        const field = fields?.find((one) => one.name === about)
        const choose = (value: unknown) => {
          // A last day before the first one is none.
          const isCrossed = name === 'from' && value && String(value) > String(search.to ?? '9')
          onSearch({ [name]: value ? String(value) : undefined, ...(isCrossed ? { to: undefined } : {}) })
        }
        return (
          field &&
          !isShared(name) && (
            <Filter
              key={name}
              {...{ name, field }}
              path={kind.path}
              value={search[name] as string}
              begin={name === 'to' ? (search.from as string) : undefined}
              onChange={choose}
            />
          )
        )
      })}
    </Group>
  )
}

interface FilterProps {
  name: string
  /** Of the kind of record. */
  path: string
  field: Field
  value?: string
  /** The day that it must not lie before. */
  begin?: string
  onChange: (value: unknown) => void
}

/** One filter as its field asks for: a choice of few or of many, another record, a day. */
function Filter({ name, path, field, value = '', begin = '', onChange }: FilterProps) {
  const { permissions } = useMe()
  const isDay = field.format === 'date-time'
  const label = (!isDay && field['x-label']) || nameOf(name)
  const look = { placeholder: label, 'aria-label': label, flex: '1 1 140px', maw: 200 }
  const one = { ...look, value: value || null, onChange, clearable: true }
  const refers = kindReferred(field)
  const by = name.endsWith('_code') ? name : 'id'
  if (refers)
    return (
      permissions.includes(refers.reads) && (
        <RefInput {...{ look, by, onChange }} kind={refers} value={value || null} />
      )
    )
  if (field.format === 'period') return <MonthFilter value={value || undefined} onChange={onChange} />
  if (isDay) return <DayInput {...one} minDate={begin || undefined} />
  const data =
    field.type === 'boolean'
      ? optionsOf(['true', 'false'], (is) => (is === 'true' ? 'Active' : 'Not active'))
      : optionsOf(field.enum ?? field.examples ?? [], (word) => stateOf(word, path))
  if (data.length > MOST_IN_A_LINE) return <Select {...one} data={data} searchable />
  return (
    <Line label={label}>
      <SegmentedControl
        size="sm"
        value={value}
        onChange={onChange}
        data={[{ value: '', label: 'All' }, ...data]}
      />
    </Line>
  )
}
