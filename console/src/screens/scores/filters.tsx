import { Button, Chip, CloseButton, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchIcon } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/me.ts'
import { monthStats } from '../../api/month.ts'
import { type ScoreSearch, STATUSES } from '../../app/search.ts'
import { usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Line } from '../../ui/page.tsx'
import { TierPill } from '../../ui/tier.tsx'
import { managers, warehouses } from './data.ts'

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
  // The counts are of the whole month.
  const isCounted = !isNarrowed({ ...search, tier: undefined })
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
            All {isCounted && month?.scored_sellers}
          </Chip>
          {month?.tier_distribution.map(({ tier_name, color, count }) => (
            <Chip key={tier_name} size="sm" variant="outline" value={tier_name}>
              <TierPill tier={{ name: isCounted ? `${tier_name} ${count}` : tier_name, color }} />
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
          leftSection={<SearchIcon size={16} />}
          rightSection={
            text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
          }
          flex="1 0 200px"
        />
        <Choice label="Account manager" rows={ams} id={search.am} onChoose={(am) => set({ am })} />
        <Choice
          label="Warehouse"
          rows={hubs}
          id={search.warehouse}
          onChoose={(warehouse) => set({ warehouse })}
        />
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

interface ChoiceProps {
  label: string
  rows: { id: number; name: string }[]
  id?: number
  onChoose: (id?: number) => void
}

/** One record of a list; where there is but one, there is no choice. */
const Choice = ({ label, rows, id, onChoose }: ChoiceProps) =>
  rows.length > 1 && (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      searchable
      data={rows.map((row) => ({ value: String(row.id), label: row.name }))}
      value={id ? String(id) : null}
      onChange={(next) => onChoose(Number(next) || undefined)}
      w={180}
    />
  )
