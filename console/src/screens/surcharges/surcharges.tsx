import { Button, Group, SegmentedControl, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DataTableColumn } from 'mantine-datatable'
import { useState } from 'react'
import { queries } from '../../api/client.ts'
import { useMay, useMe } from '../../api/me.ts'
import type { RecordSearch } from '../../app/search.ts'
import { useFields } from '../../records/calls.ts'
import { optionsOf } from '../../records/field.tsx'
import { Code, Dim, MainButton, NameLink } from '../../ui/dim.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { Grid, WIDE } from '../../ui/grid.tsx'
import { useMoney } from '../../ui/money.ts'
import { MonthFilter } from '../../ui/month-picker.tsx'
import { named, nameOf } from '../../ui/names.ts'
import { Asked, Line, Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Blocked, State } from '../../ui/status.tsx'
import { Chosen, MOST_LISTED } from '../scores/chosen.tsx'
import { anchorOf, isBlock, type Surcharge, sumOf, surchargeList } from './data.ts'
import { ChangeDialog, FindDialog } from './dialogs.tsx'

/** How many stand on a page. */
const FEWEST = 50
const UNNARROWED = { status: undefined, period: undefined, search: undefined, kind: undefined }

/** What sellers are charged, what each charge hangs on, and what becomes of it. */
export function Surcharges() {
  const { status, period, search, kind, sort, page, limit } = useSearch({ from: '/surcharges' })
  const navigate = useNavigate({ from: '/surcharges' })
  const asked = {
    status,
    period,
    search,
    surcharge_type: kind,
    sort,
    page,
    limit: Number(limit) || FEWEST,
  }
  const list = useQuery(surchargeList(asked))
  const mayWrite = useMay('surcharges.write')
  const { current_period, periods } = useMe()
  const last = periods.find((one) => one.period < current_period)?.period
  const [selected, select] = useState<Surcharge[]>([])
  const [deed, setDeed] = useState<'apply' | 'waive' | 'find'>()
  const money = useMoney()
  const states = optionsOf(useFields('Surcharge', ['status']).data?.[0]?.enum ?? [])
  const sums: Record<string, { count: number; amount: number }> | undefined = list.data?.by_status
  const narrow = (change: Partial<RecordSearch>) => {
    select([])
    void navigate({ search: (was) => ({ ...was, page: undefined, ...change }), replace: true })
  }
  async function chooseAll() {
    const all = await queries.fetchQuery(surchargeList({ ...asked, page: undefined, limit: MOST_LISTED }))
    narrow({ limit: MOST_LISTED })
    select(all.data)
  }
  // As they are now: somebody else may have changed one that is selected.
  const chosen =
    list.data?.data.filter(
      ({ id, status }) => status !== 'waived' && selected.some((one) => one.id === id),
    ) ?? []
  const pending = chosen.filter((one) => one.status === 'pending')
  const close = () => setDeed(undefined)
  const isNarrowed = status || period || search || kind
  const kinds = useFields('CreateSurchargeBody', ['surcharge_type']).data?.[0]?.['x-known'] ?? []

  return (
    <Page
      title="Surcharges"
      verdict={
        mayWrite &&
        sums?.pending &&
        (sums.pending.count
          ? `${plural(sums.pending.count, 'surcharge waits', 'surcharges wait')} to be applied or waived${sums.pending.amount ? `: ${money(sums.pending.amount)}` : ''}.`
          : `${isNarrowed ? 'None of these' : 'No surcharge'} waits to be applied or waived.`)
      }
      actions={mayWrite && <Button onClick={() => setDeed('find')}>Find new surcharges…</Button>}
    >
      {(isNarrowed || list.data?.total !== 0) && (
        <Group gap="xs">
          <Line label="State">
            <SegmentedControl
              size="sm"
              value={status ?? ''}
              onChange={(next) => narrow({ status: next || undefined })}
              data={[
                { value: '', label: 'All' },
                ...states.map(({ value, label }) => ({
                  value,
                  // Blocks cost nothing: then how many they are says more.
                  label: `${label} ${sums?.[value]?.amount ? money(sums[value].amount) : (sums?.[value]?.count ?? 0)}`,
                })),
              ]}
            />
          </Line>
          <MonthFilter value={period} onChange={(next) => narrow({ period: next })} />
          <Select
            aria-label="Kind"
            placeholder="All kinds"
            clearable
            data={optionsOf(kind && !kinds.includes(String(kind)) ? [...kinds, String(kind)] : kinds)}
            value={(kind as string) ?? null}
            onChange={(next) => narrow({ kind: next ?? undefined })}
            flex="1 1 140px"
            maw={180}
          />
          <SearchField
            label="Seller code or name"
            value={search}
            onSearch={(text) => narrow({ search: text })}
          />
        </Group>
      )}
      <Asked query={list} isSubject>
        {({ data, total, limit }) => (
          <Grid
            records={data}
            columns={columnsOf(money)}
            noRecordsText={
              status === 'pending'
                ? 'None of these waits to be applied or waived.'
                : isNarrowed
                  ? 'No surcharge fits these filters.'
                  : mayWrite
                    ? 'No surcharge yet: once a month is calculated, “Find new surcharges” shows what the rules bring.'
                    : 'No surcharge yet.'
            }
            onClear={isNarrowed ? () => narrow(UNNARROWED) : undefined}
            pages={{ total, limit, page: page ?? 1, onPage: (next) => narrow({ page: next }) }}
            sort={sort as string}
            onSort={(next) => narrow({ sort: next })}
            recordsPerPageOptions={[FEWEST, MOST_LISTED]}
            onRecordsPerPageChange={(next) => narrow({ limit: next })}
            {...(mayWrite && {
              selectedRecords: chosen,
              onSelectedRecordsChange: select,
              isRecordSelectable: ({ status }: Surcharge) => status !== 'waived',
              getRecordSelectionCheckboxProps: ({ company_name, surcharge_type }: Surcharge) => ({
                'aria-label': `${company_name}, ${nameOf(surcharge_type)}`,
              }),
              allRecordsSelectionCheckboxProps: { 'aria-label': 'All on this page' },
            })}
          />
        )}
      </Asked>
      {chosen.length > 0 && (
        <Chosen
          label="Selected surcharges"
          text={`${plural(chosen.length, 'surcharge')}${sumOf(chosen) > 0 ? `, ${money(sumOf(chosen))}` : ''}`}
          onAll={list.data && list.data.total > list.data.data.length ? chooseAll : undefined}
          onClear={() => select([])}
        >
          <Button onClick={() => setDeed('waive')}>Waive…</Button>
          {pending.length > 0 && (
            <MainButton onClick={() => setDeed('apply')}>
              Apply{pending.length < chosen.length && ` ${pending.length}`}…
            </MainButton>
          )}
        </Chosen>
      )}
      {deed === 'find' && <FindDialog period={period ?? last ?? current_period} onClose={close} />}
      {deed && deed !== 'find' && (
        <ChangeDialog
          deed={deed}
          charges={deed === 'apply' ? pending : chosen}
          onDone={() => select([])}
          onClose={close}
        />
      )}
    </Page>
  )
}

/** A column that a phone has no room for: there it stands with the seller. */
const wide = { visibleMediaQuery: WIDE, noWrap: true }

/** Each surcharge in a line, with the rule that brought it, in words. */
const columnsOf = (money: (amount: number) => string): DataTableColumn<Surcharge>[] => [
  { accessor: 'seller_code', title: 'Seller', sortable: true, render: (one) => <Seller charge={one} /> },
  { accessor: 'period', title: 'Month', sortable: true, ...wide, render: ({ period }) => monthOf(period) },
  {
    accessor: 'amount',
    sortable: true,
    textAlign: 'right',
    noWrap: true,
    render: ({ amount, status }) => (
      <>
        <div>{amount ? money(amount) : 'No charge'}</div>
        <Group hiddenFrom="sm" justify="end">
          <State state={status} />
        </Group>
      </>
    ),
  },
  { accessor: 'status', ...wide, render: ({ status }) => <State state={status} /> },
]

/** Who is charged, by what rule, with what was measured, and what somebody said about it. */
const Seller = ({ charge }: { charge: Surcharge }) => (
  <>
    <NameLink
      to="/sellers/$code"
      params={{ code: charge.seller_code }}
      search={{ period: charge.period }}
      hash={anchorOf(charge)}
    >
      {charge.company_name} <Code visibleFrom="sm">{charge.seller_code}</Code>
    </NameLink>{' '}
    <Text span size="sm" visibleFrom="sm">
      {nameOf(charge.surcharge_type)}
    </Text>{' '}
    {isBlock(charge) && charge.status !== 'waived' && <Blocked />}
    <Dim lineClamp={4}>
      <Text span inherit hiddenFrom="sm">
        {nameOf(charge.surcharge_type)} in {monthOf(charge.period)}.{' '}
      </Text>
      {charge.trigger_details.reason ? named(String(charge.trigger_details.reason)) : null}
      {charge.status_reason && ` “${charge.status_reason}”`}
    </Dim>
  </>
)
