import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../api/client.ts'
import { useMay, useMe } from '../../api/me.ts'
import type { RecordSearch } from '../../app/search.ts'
import { optionsOf } from '../../records/field.tsx'
import { useFields } from '../../records/fields.tsx'
import { Asked } from '../../ui/asked.tsx'
import { plural } from '../../ui/format.ts'
import { useMoney } from '../../ui/money.ts'
import { MonthFilter } from '../../ui/month-filter.tsx'
import { Line, Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useWordList } from '../../ui/words.ts'
import { Chosen, MOST_LISTED } from '../scores/chosen.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { type BLOCK, type Surcharge, sumOf, surchargeList } from './data.ts'
import { FindDialog } from './find-dialog.tsx'
import { SurchargeGrid } from './grid.tsx'

/** How many stand on a page. */
const FEWEST = 50
const UNNARROWED = { status: undefined, period: undefined, search: undefined, kind: undefined }

/** What sellers are charged, what each charge hangs on, and what becomes of it. */
export function Surcharges() {
  const { status, period, search, kind, sort, page, limit } = useSearch({ from: '/surcharges' })
  const navigate = useNavigate({ from: '/surcharges' })
  const asked = {
    status: status === undefined ? undefined : String(status),
    period,
    search,
    surcharge_type: kind as typeof BLOCK,
    // The service says what it can be.
    sort: sort as '-amount',
    page,
    limit: Number(limit) || FEWEST,
  } as const
  const list = useQuery(surchargeList(asked))
  const mayWrite = useMay('surcharges.write')
  const { current_period } = useMe()
  const [selected, select] = useState<Surcharge[]>([])
  const [deed, setDeed] = useState<'apply' | 'waive' | 'find'>()
  const money = useMoney()
  const states = useWordList('surcharge_statuses')
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
  const chosen = list.data?.data.filter(({ id }) => selected.some((one) => one.id === id)) ?? []
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
          w={180}
        />
        <SearchField
          label="Seller code or name"
          value={search}
          onSearch={(text) => narrow({ search: text })}
        />
      </Group>
      <Asked query={list}>
        {({ data, total, limit }) => (
          <SurchargeGrid
            records={data}
            noRecordsText={
              status === 'pending'
                ? 'None of these waits to be applied or waived'
                : isNarrowed
                  ? 'No surcharge fits these filters'
                  : 'No surcharge yet'
            }
            onClear={isNarrowed ? () => narrow(UNNARROWED) : undefined}
            totalRecords={total}
            recordsPerPage={limit}
            sort={sort as string}
            onSort={(next) => narrow({ sort: next })}
            page={page ?? 1}
            onPageChange={(next: number) => narrow({ page: next })}
            recordsPerPageOptions={[FEWEST, MOST_LISTED]}
            onRecordsPerPageChange={(next: number) => narrow({ limit: next })}
            {...(mayWrite && { selectedRecords: chosen, onSelectedRecordsChange: select })}
          />
        )}
      </Asked>
      {chosen.length > 0 && (
        <Chosen
          label="Selected surcharges"
          text={`${plural(chosen.length, 'surcharge')}${sumOf(chosen) > 0 ? `, ${money(sumOf(chosen))}` : ''}`}
          onAll={list.data && list.data.total > list.data.data.length ? chooseAll : undefined}
        >
          <Button onClick={() => setDeed('waive')}>Waive…</Button>
          {pending.length > 0 && (
            <Button variant="filled" onClick={() => setDeed('apply')}>
              Apply…
            </Button>
          )}
        </Chosen>
      )}
      {deed === 'find' && <FindDialog period={period ?? current_period} onClose={close} />}
      {deed && deed !== 'find' && (
        <ChangeDialog deed={deed} charges={deed === 'apply' ? pending : chosen} onClose={close} />
      )}
    </Page>
  )
}
