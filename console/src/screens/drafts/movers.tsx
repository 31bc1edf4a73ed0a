import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { $api, api, type Schemas } from '../../api/client.ts'
import { Change, Dim, NameLink } from '../../ui/dim.tsx'
import { asFile, Download } from '../../ui/download.tsx'
import { monthOf } from '../../ui/format.ts'
import { Grid, WIDE } from '../../ui/grid.tsx'
import { useMoney } from '../../ui/money.ts'
import { Asked } from '../../ui/page.tsx'
import { TierMove } from '../../ui/tier.tsx'
import { type Found, moneyOf } from './data.ts'

type Row = Schemas['BacktestSeller']

/** Who is listed: those that come into a lower or a higher tier, or are charged otherwise. */
const LISTS = {
  down: { query: { moved: 'down', sort: 'delta' }, nobody: 'Nobody drops a tier' },
  up: { query: { moved: 'up', sort: 'delta' }, nobody: 'Nobody rises a tier' },
  charged: { query: { surcharges_differ: true, sort: 'surcharges' }, nobody: 'Nobody pays anything else' },
} as const
type List = keyof typeof LISTS

/** Who would come into another tier, or pay something else: from what to what, and why. */
export function Movers({ result }: { result: Found }) {
  const { id, tier_drops = 0, tier_rises = 0 } = result
  const [[, before, after] = [0, 0, 0]] = moneyOf(result)
  const [list, setList] = useState<List>(
    tier_drops ? 'down' : tier_rises ? 'up' : before === after ? 'down' : 'charged',
  )
  const [page, setPage] = useState(1)
  const money = useMoney()
  const path = { id }
  const found = useQuery({
    ...$api.queryOptions('get', '/api/backtests/{id}/sellers', {
      params: { path, query: { ...LISTS[list].query, page, limit: 25 } },
    }),
    placeholderData: keepPreviousData,
  })
  const hasRoom = useMediaQuery(WIDE)
  const why = ({ tier_before, tier_after, why_before, why_after }: Row) => (
    <>
      <TierMove before={tier_before} after={tier_after} />
      <Dim>{list === 'down' ? why_after : why_before && `Before: ${why_before}`}</Dim>
    </>
  )
  const seller: DataTableColumn<Row> = {
    accessor: 'seller_code',
    title: 'Seller',
    width: hasRoom ? '30%' : undefined,
    render: (row) => (
      <>
        <NameLink to="/sellers/$code" params={{ code: row.seller_code }} search={{ period: row.period }}>
          {row.company_name}
          <Dim fw={400}>
            {row.seller_code} · {monthOf(row.period)}
          </Dim>
        </NameLink>
        {!hasRoom && list !== 'charged' && why(row)}
      </>
    ),
  }
  const moved: DataTableColumn<Row>[] = [
    ...(hasRoom ? [{ accessor: 'tier_after', title: 'Tier, and why', render: why }] : []),
    {
      accessor: 'total_after',
      title: 'Total',
      textAlign: 'right',
      noWrap: true,
      render: ({ total_before, total_after }) => <Change before={total_before} after={total_after} />,
    },
  ]
  const charged: DataTableColumn<Row> = {
    accessor: 'surcharges_after',
    title: 'Surcharges',
    textAlign: 'right',
    render: ({ surcharges_before, surcharges_after }) =>
      `${money(surcharges_before)} → ${money(surcharges_after)}`,
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Who"
          value={list}
          onChange={(next) => {
            setList(next as List)
            setPage(1)
          }}
          data={[
            { value: 'down', label: `Drops: ${tier_drops}` },
            { value: 'up', label: `Rises: ${tier_rises}` },
            { value: 'charged', label: 'Surcharges' },
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
            noRecordsText={LISTS[list].nobody}
            pages={{ total, limit, page, onPage: setPage }}
            columns={[seller, ...(list === 'charged' ? [charged] : moved)]}
          />
        )}
      </Asked>
    </Stack>
  )
}
