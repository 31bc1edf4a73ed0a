import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Code } from '../../ui/code.tsx'
import { Delta } from '../../ui/delta.tsx'
import { points } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { changedSellers, LIMIT } from './data.ts'

/** Each score that changes: from what to what. */
export function Sellers({ id, period }: { id: number; period: string }) {
  const [page, setPage] = useState(1)
  const list = useQuery(changedSellers(id, page))
  if (list.error) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Grid
      idAccessor="seller_code"
      records={list.data?.data}
      fetching={list.isLoading}
      totalRecords={list.data?.total ?? 0}
      recordsPerPage={LIMIT}
      page={page}
      onPageChange={setPage}
      noRecordsText="What it found was not kept"
      columns={[
        {
          accessor: 'company_name',
          title: 'Seller',
          render: ({ company_name, seller_code }) => (
            <Link to="/sellers/$code" params={{ code: seller_code }} search={{ period }}>
              {company_name} <Code visibleFrom="sm">{seller_code}</Code>
            </Link>
          ),
        },
        {
          accessor: 'total_after',
          title: 'Total',
          textAlign: 'right',
          noWrap: true,
          render: ({ total_before, total_after }) => `${points(total_before)} → ${points(total_after)}`,
        },
        {
          accessor: 'delta',
          title: 'Change',
          textAlign: 'right',
          noWrap: true,
          render: ({ delta }) => <Delta value={delta} />,
        },
        {
          accessor: 'tier_after',
          title: 'Tier',
          noWrap: true,
          visibleMediaQuery: '(width >= 48em)',
          render: ({ tier_before, tier_after, tier_changed }) =>
            tier_changed ? `${tier_before} → ${tier_after}` : tier_after,
        },
      ]}
    />
  )
}
