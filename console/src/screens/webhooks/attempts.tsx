import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DataTableColumn } from 'mantine-datatable'
import type { Schemas } from '../../api/types.ts'
import { count, textOf } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { nameOf } from '../../ui/names.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { attempts, LIMIT } from './data.ts'

type Attempt = Pick<
  Schemas['WebhookAttempt'],
  'id' | 'event_type' | 'attempted_at' | 'reason' | 'duration_ms' | 'status'
>

export const Outcome = ({ status }: Pick<Attempt, 'status'>) => (
  <Badge
    variant="light"
    tt="none"
    fw={500}
    miw="max-content"
    color={status === 'delivered' ? 'green' : 'red'}
  >
    {nameOf(status)}
  </Badge>
)

const columns: DataTableColumn<Attempt>[] = [
  {
    accessor: 'attempted_at',
    title: 'When',
    noWrap: true,
    render: ({ id, attempted_at }) => (
      <Link to="/webhooks/attempts/$id" params={{ id: String(id) }}>
        {textOf(attempted_at)}
      </Link>
    ),
  },
  {
    accessor: 'event_type',
    title: 'What happened',
    visibleMediaQuery: '(width >= 48em)',
    render: ({ event_type }) => nameOf(event_type),
  },
  { accessor: 'reason', title: 'Answer' },
  {
    accessor: 'duration_ms',
    title: 'Took',
    textAlign: 'right',
    noWrap: true,
    visibleMediaQuery: '(width >= 48em)',
    render: ({ duration_ms }) => `${count(Math.round(duration_ms))} ms`,
  },
  { accessor: 'status', title: 'Outcome', render: Outcome },
]

interface AttemptsProps {
  id: number
  status?: string
  page?: number
}

/** Every attempt at a subscriber, with its answer; each leads to what was sent. */
export function Attempts({ id, status, page = 1 }: AttemptsProps) {
  const list = useQuery(attempts(id, status, page))
  const navigate = useNavigate({ from: '/webhooks/$id' })
  if (list.error) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Grid
      records={list.data?.data as Attempt[] | undefined}
      columns={columns}
      fetching={list.isLoading}
      noRecordsText={status ? 'Nothing fits' : 'No attempt yet: send a ping to see one'}
      totalRecords={list.data?.total ?? 0}
      recordsPerPage={LIMIT}
      page={page}
      onPageChange={(next) => void navigate({ search: (was) => ({ ...was, page: next }) })}
      onRowClick={({ record }) =>
        void navigate({ to: '/webhooks/attempts/$id', params: { id: String(record.id) } })
      }
    />
  )
}
