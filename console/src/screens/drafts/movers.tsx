import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { $api, api } from '../../api/client.ts'
import { Delta } from '../../ui/delta.tsx'
import { monthOf } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { saveAs } from '../../ui/save-as.ts'

const LIMIT = 10

/** Who would come into another tier, from which to which and by how much. */
export function Movers({ id }: { id: number }) {
  const [moved, setMoved] = useState<'down' | 'up'>('down')
  const [page, setPage] = useState(1)
  const found = useQuery({
    ...$api.queryOptions('get', '/api/backtests/{id}/sellers', {
      params: { path: { id }, query: { moved, page, limit: LIMIT } },
    }),
    placeholderData: keepPreviousData,
  })
  async function download() {
    const { data } = await api.GET('/api/backtests/{id}/sellers', {
      params: { path: { id } },
      headers: { Accept: 'text/csv' },
      parseAs: 'blob',
    })
    saveAs(data as unknown as Blob, 'backtest.csv')
  }
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
            { value: 'down', label: 'Who drops' },
            { value: 'up', label: 'Who rises' },
          ]}
        />
        <Button variant="default" onClick={() => void download()}>
          All scores as CSV
        </Button>
      </Group>
      <Grid
        idAccessor={({ seller_code, period }) => `${seller_code} ${period}`}
        records={found.data?.data}
        fetching={found.isLoading}
        noRecordsText={moved === 'down' ? 'Nobody drops a tier' : 'Nobody rises a tier'}
        totalRecords={found.data?.total ?? 0}
        recordsPerPage={LIMIT}
        page={page}
        onPageChange={setPage}
        columns={[
          {
            accessor: 'seller_code',
            title: 'Seller',
            noWrap: true,
            render: ({ seller_code, period }) => (
              <Anchor
                component={Link}
                to="/sellers/$code"
                params={{ code: seller_code } as never}
                search={{ period } as never}
                c="var(--strong)"
                fw={500}
              >
                {seller_code}
                <Text size="sm" c="dimmed" fw={400}>
                  {monthOf(period)}
                </Text>
              </Anchor>
            ),
          },
          {
            accessor: 'tier_after',
            title: 'Tier',
            render: ({ tier_before, tier_after }) => `${tier_before} → ${tier_after}`,
          },
          {
            accessor: 'delta',
            title: 'Points',
            textAlign: 'right',
            render: ({ delta }) => <Delta value={delta} />,
          },
        ]}
      />
    </Stack>
  )
}
