import { Button, Checkbox, Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, refresh } from '../../api/client.ts'
import { Trouble } from '../../ui/trouble.tsx'
import type { Feed, Table as Sheet } from './data.ts'
import type { Target } from './mapping.ts'

interface ColumnsStepProps {
  feed: Feed
  table: Sheet
  targets: Target[]
  onChange: (targets: Target[]) => void
  onDone: () => void
  onBack: () => void
}

/** Which column of the file is which field: suggested, and kept for the next file where that is wished. */
export function ColumnsStep({ feed, table, targets, onChange, onDone, onBack }: ColumnsStepProps) {
  const [isKept, setKept] = useState(false)
  const [name, setName] = useState(`${feed.title} from ${table.name.replace(/\.\w+$/, '')}`)
  const taken = new Set(targets.map((target) => target?.field))
  const missing = feed.fields.filter(({ name, required }) => required && !taken.has(name))
  const guesses = targets.filter((target) => target?.isGuess).length
  const fields = Object.fromEntries(
    targets.flatMap((target, i) => (target ? [[target.field, table.columns[i] ?? '']] : [])),
  )
  const sent = useMutation({
    mutationFn: () =>
      api.POST('/api/sync/mappings', { body: { name: name.trim(), feed: feed.feed, fields } }),
    onSuccess: async () => {
      await refresh()
      onDone()
    },
  })
  const lacks = missing.length
    ? `Say which column is ${missing.map(({ label }) => label.toLowerCase()).join(' and which is ')}.`
    : undefined
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>Which column is what?</Title>
        <Text size="sm" c="dimmed">
          {guesses > 0
            ? 'Some names look like slips: see whether they are read as they are meant.'
            : `What ${table.name} calls its columns, and what they are read as.`}
        </Text>
      </div>
      <Table.ScrollContainer minWidth={340}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th visibleFrom="sm">First value</Table.Th>
              <Table.Th>Is read as</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.columns.map((column, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <Table.Tr key={i}>
                <Table.Td c="var(--strong)">{column || 'No name'}</Table.Td>
                <Table.Td c="dimmed" visibleFrom="sm">
                  {table.rows.find((row) => row[i])?.[i] ?? 'Empty'}
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={`${column} is read as`}
                    placeholder="Not read"
                    value={targets[i]?.field ?? null}
                    data={feed.fields
                      .filter(({ name }) => name === targets[i]?.field || !taken.has(name))
                      .map(({ name, label, required }) => ({
                        value: name,
                        label: required ? `${label} (needed)` : label,
                      }))}
                    description={targets[i]?.isGuess ? `“${column}” looks like a slip for this` : undefined}
                    inputWrapperOrder={['input', 'description']}
                    onChange={(field) =>
                      onChange(targets.map((one, j) => (j === i ? field && { field } : one) as Target))
                    }
                    searchable
                    clearable
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Checkbox
        label="Keep this for the next file with these columns"
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      {isKept && (
        <TextInput
          label="Name to keep it under"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          maw={360}
        />
      )}
      {sent.error && <Trouble error={sent.error} title="Not kept" />}
      <Group gap="xs">
        <Button
          disabled={Boolean(lacks) || (isKept && !name.trim())}
          loading={sent.isPending}
          onClick={() => (isKept ? sent.mutate() : onDone())}
        >
          Try the rows
        </Button>
        <Button variant="default" onClick={onBack}>
          Another file
        </Button>
        <Text size="sm" c="dimmed">
          {lacks}
        </Text>
      </Group>
    </Stack>
  )
}
