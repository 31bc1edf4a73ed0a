import { Group, SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { $api, api } from '../../api/client.ts'
import { Asked } from '../../ui/asked.tsx'
import { Delta } from '../../ui/delta.tsx'
import { Dim } from '../../ui/dim.tsx'
import { asFile, Download } from '../../ui/download.tsx'
import { monthOf } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { NameLink } from '../../ui/links.tsx'
import type { Found } from './data.ts'

/** Who would come into another tier, from which to which and by how much. */
export function Movers({ result: { id, tier_drops, tier_rises } }: { result: Found }) {
  const [moved, setMoved] = useState<'down' | 'up'>(tier_drops || !tier_rises ? 'down' : 'up')
  const [page, setPage] = useState(1)
  const path = { id }
  const found = useQuery({
    ...$api.queryOptions('get', '/api/backtests/{id}/sellers', {
      params: { path, query: { moved, sort: 'delta', page, limit: 10 } },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Who"
          value={moved}
          onChange={(next) => {
            setMoved(next as typeof moved)
            setPage(1)
          }}
          data={[
            { value: 'down', label: `Drops: ${tier_drops ?? 0}` },
            { value: 'up', label: `Rises: ${tier_rises ?? 0}` },
          ]}
        />
        <Download
          label="All scores"
          name="backtest.csv"
          ask={() => api.GET('/api/backtests/{id}/sellers', { params: { path }, ...asFile('text/csv') })}
        />
      </Group>
      <Asked query={found}>
        {({ data, total, limit }) => (
          <Grid
            idAccessor={({ seller_code, period }) => `${seller_code} ${period}`}
            records={data}
            noRecordsText={moved === 'down' ? 'Nobody drops a tier' : 'Nobody rises a tier'}
            totalRecords={total}
            recordsPerPage={limit}
            page={page}
            onPageChange={setPage}
            columns={[
              {
                accessor: 'seller_code',
                title: 'Seller',
                render: ({ seller_code, company_name, period }) => (
                  <NameLink to="/sellers/$code" params={{ code: seller_code }} search={{ period }}>
                    {company_name}
                    <Dim fw={400}>
                      {seller_code} · {monthOf(period)}
                    </Dim>
                  </NameLink>
                ),
              },
              {
                accessor: 'tier_after',
                title: 'Tier',
                render: ({ tier_before, tier_after, why_before, why_after }) => (
                  <>
                    {tier_before} → {tier_after}
                    <Dim>{moved === 'down' ? why_after : why_before}</Dim>
                  </>
                ),
              },
              {
                accessor: 'delta',
                title: 'Points',
                textAlign: 'right',
                render: ({ delta }) => <Delta value={delta} />,
              },
            ]}
          />
        )}
      </Asked>
    </Stack>
  )
}
