import { Button, Chip, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { monthStats, useMe, useShared } from '../../api/me.ts'
import { type ScoreSearch, STATUSES } from '../../app/search.ts'
import { kindOf } from '../../records/declared.ts'
import { RefInput } from '../../records/field.tsx'
import { sentenceCase } from '../../ui/format.ts'
import { usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Line } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TierPill } from '../../ui/tier.tsx'

/** Records whose scores can be asked for alone. */
const NARROWED = [
  { name: 'am', kind: kindOf('account-managers') },
  { name: 'warehouse', kind: kindOf('warehouses') },
] as const

const FILTERS = ['search', 'tier', 'status', 'am', 'warehouse', 'blocked'] as const

/** The address of the whole month. */
export const UNNARROWED: Partial<ScoreSearch> = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** Whether the list shows less than the whole month. */
export const isNarrowed = (search: ScoreSearch) => FILTERS.some((name) => search[name])

/** What the list is narrowed to; all of it stands in the address. */
export function ScoreFilters() {
  const search = useSearch({ from: '/scores' })
  const navigate = useNavigate({ from: '/scores' })
  const set = (change: Partial<ScoreSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...change, page: undefined }), replace: true })
  const { permissions } = useMe()
  const isShared = useShared()
  const month = useQuery(monthStats(usePeriod())).data
  // The counts are of the whole month.
  const isCounted = !isNarrowed({ ...search, tier: undefined })

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
        <SearchField
          label="Seller code or name"
          value={search.search}
          onSearch={(text) => set({ search: text })}
        />
        <Chip
          size="sm"
          variant="outline"
          checked={search.blocked === true}
          onChange={(isOn) => set({ blocked: isOn || undefined })}
        >
          Orders blocked
        </Chip>
        {NARROWED.filter(({ name, kind }) => permissions.includes(kind.reads) && !isShared(name)).map(
          ({ name, kind }) => (
            <RefInput
              key={name}
              look={{ 'aria-label': sentenceCase(kind.one), placeholder: sentenceCase(kind.one), w: 180 }}
              kind={kind}
              type="integer"
              value={search[name]}
              onChange={(id) => set({ [name]: id ?? undefined })}
            />
          ),
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
          <Button variant="subtle" color="gray" onClick={() => set(UNNARROWED)}>
            Clear
          </Button>
        )}
      </Line>
    </>
  )
}
