import { Button } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay } from '../api/me.ts'
import type { RecordSearch } from '../app/search.ts'
import { NoPage, Page } from '../ui/page.tsx'
import { RECORDS } from './declared.ts'
import type { RecordKind } from './kind.ts'
import { RecordFilters } from './record-filters.tsx'
import { inDrawer, RecordList, trailOf, whereIs } from './record-list.tsx'

const RecordDrawer = lazy(() => import('./record-drawer.tsx'))

/** The page of any simple record: its list, and its detail and forms in a drawer. */
export function RecordScreen() {
  const { path } = useParams({ from: '/records/$path' })
  const kind = RECORDS.find((one) => one.path === path)
  return kind ? <Records key={path} kind={kind} /> : <NoPage />
}

interface RecordsProps {
  kind: RecordKind
  verdict?: ReactNode
}

export function Records({ kind, verdict }: RecordsProps) {
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
