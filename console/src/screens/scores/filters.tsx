import { Button, Chip, CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { type ScoreSearch, STATUSES } from '../../app/search.ts'
import { usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Line } from '../../ui/page.tsx'
import { TierPill } from '../../ui/tier.tsx'
import { managers, monthStats, warehouses } from './data.ts'

/** Whether the list shows less than the whole month. */
export const isNarrowed = ({ search, tier, status, am, warehouse }: ScoreSearch) =>
  [search, tier, status, am, warehouse].some(Boolean)

/** What the list is narrowed to; all of it stands in the address. */
export function ScoreFilters() {
  const search = useSearch({ from: '/scores' })
  const navigate = useNavigate({ from: '/scores' })
  const set = (change: Partial<ScoreSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...change, page: undefined }), replace: true })
  const [text, setText] = useState(search.search ?? '')
  const setLater = useDebouncedCallback((value: string) => set({ search: value || undefined }), 250)
  function type(value: string) {
    setText(value)
    setLater(value)
  }
  function clear() {
    setText('')
    set({ search: undefined, tier: undefined, status: undefined, am: undefined, warehouse: undefined })
  }
  const month = useQuery(monthStats(usePeriod())).data
  const seesAms = useMay('account-managers.read')
  const seesWarehouses = useMay('warehouses.read')
  const ams = useQuery({ ...managers, enabled: seesAms }).data?.data ?? []
  const hubs = useQuery({ ...warehouses, enabled: seesWarehouses }).data?.data ?? []

  return (
    <>
      <Chip.Group
        multiple={false}
        value={search.tier ?? ''}
        onChange={(tier) => set({ tier: String(tier) || undefined })}
      >
        <Line label="Tier">
          <Chip size="sm" variant="outline" value="">
            All {month?.scored_sellers}
          </Chip>
          {month?.tier_distribution.map(({ tier_name, color, count }) => (
            <Chip key={tier_name} size="sm" variant="outline" value={tier_name}>
              <TierPill tier={{ name: `${tier_name} ${count}`, color }} />
            </Chip>
          ))}
        </Line>
      </Chip.Group>
      <Line label="Filters">
        <TextInput
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          placeholder="Seller code or name"
          aria-label="Seller code or name"
          leftSection={<IconSearch size={16} />}
          rightSection={
            text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
          }
          flex="1 0 200px"
        />
        {ams.length > 1 && (
          <Select
            aria-label="Account manager"
            placeholder="Account manager"
            clearable
            searchable
            data={ams.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={search.am ? String(search.am) : null}
            onChange={(id) => set({ am: Number(id) || undefined })}
            w={180}
          />
        )}
        {hubs.length > 1 && (
          <Select
            aria-label="Warehouse"
            placeholder="Warehouse"
            clearable
            data={hubs.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={search.warehouse ? String(search.warehouse) : null}
            onChange={(id) => set({ warehouse: Number(id) || undefined })}
            w={160}
          />
        )}
        <Select
          aria-label="Status"
          placeholder="Status"
          clearable
          data={STATUSES.map((value) => ({
            value,
            label: `${nameOf(value)} ${month?.statuses[value] ?? ''}`,
          }))}
          value={search.status ?? null}
          onChange={(status) => set({ status: (status ?? undefined) as ScoreSearch['status'] })}
          w={140}
        />
        {isNarrowed(search) && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )}
      </Line>
    </>
  )
}
