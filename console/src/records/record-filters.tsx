import { Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { RecordSearch } from '../app/search.ts'
import { nameOf } from '../ui/names.ts'
import { Line } from '../ui/page.tsx'
import type { RecordKind } from './declared.ts'

/** More choices than that are a list to open. */
const MOST_IN_A_LINE = 7

interface RecordFiltersProps {
  kind: RecordKind
  search: RecordSearch
  onSearch: (change: Partial<RecordSearch>) => void
}

/** What a list can be narrowed to; the address keeps it. */
export function RecordFilters({ kind, search, onSearch }: RecordFiltersProps) {
  const [text, setText] = useState(search.search ?? '')
  const searchLater = useDebouncedCallback(
    (value: string) => onSearch({ search: value.trim() || undefined }),
    250,
  )
  return (
    <Group gap="xs">
      {kind.hasSearch && (
        <TextInput
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            searchLater(value)
          }}
          placeholder="Search"
          aria-label="Search"
          leftSection={<IconSearch size={16} />}
          flex="1 1 220px"
          maw={420}
        />
      )}
      {Object.entries(kind.filters ?? {}).map(([name, values]) => {
        const data = values.map((value) => ({ value, label: nameOf(value) }))
        const chosen = search[name as 'status' | 'role'] ?? null
        const choose = (value: string | null) => onSearch({ [name]: value || undefined })
        return data.length > MOST_IN_A_LINE ? (
          <Select
            key={name}
            placeholder={nameOf(name)}
            aria-label={nameOf(name)}
            data={data}
            value={chosen}
            onChange={choose}
            clearable
          />
        ) : (
          <Line key={name} label={nameOf(name)}>
            <SegmentedControl
              size="sm"
              value={chosen ?? ''}
              onChange={choose}
              data={[{ value: '', label: 'All' }, ...data]}
            />
          </Line>
        )
      })}
    </Group>
  )
}
