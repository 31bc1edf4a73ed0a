import { Button, Group, Select, Stack, Table, Title } from '@mantine/core'
import { Dim } from '../../ui/dim.tsx'
import { Leave } from '../../ui/leave.tsx'
import type { Feed, Table as Sheet } from './data.ts'
import { missingOf, type Target } from './mapping.ts'

const labels = (fields: Feed['fields']) => fields.map(({ label }) => label.toLowerCase()).join(', ')

interface ColumnsStepProps {
  feed: Feed
  table: Sheet
  targets: Target[]
  onChange: (change: { table?: Sheet; targets: Target[] }) => void
  onDone: () => void
  onBack: () => void
}

/** Which column of the file is which field: suggested, and changed where it is meant otherwise. */
export function ColumnsStep({ feed, table, targets, onChange, onDone, onBack }: ColumnsStepProps) {
  const taken = new Set(targets.map((target) => target?.field))
  const missing = missingOf(feed.fields, targets)
  const spare = feed.fields.filter(({ name, required }) => !required && !taken.has(name))
  /** An empty column for a field that the file does not have. */
  const add = ({ name, label }: Feed['fields'][number]) =>
    onChange({
      table: { ...table, columns: [...table.columns, label], rows: table.rows.map((row) => [...row, '']) },
      targets: [...targets, { field: name }],
    })
  const lacks =
    missing.length > 0 && `Still needed: ${labels(missing)}. Choose a column for it, or add an empty one.`
  return (
    <Stack gap="md">
      <Leave isAsked title="Leave the import?" text="The file is not kept, and nothing is sent yet." />
      <div>
        <Title order={2}>Match the columns</Title>
        <Dim>
          {targets.some((target) => target?.isGuess)
            ? 'Some names are not known: check the field that is chosen for each.'
            : 'Each column, and the field that it is read as.'}
        </Dim>
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
                    description={
                      targets[i]?.isGuess ? `“${column}” is not known. Is it this field?` : undefined
                    }
                    onChange={(field) => onChange({ targets: targets.with(i, field ? { field } : null) })}
                    searchable
                    clearable
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {spare.length > 0 && <Dim>Optional, and not in your file: {labels(spare)}.</Dim>}
      <Group gap="xs">
        <Button variant="filled" disabled={Boolean(lacks)} onClick={onDone}>
          Try the rows
        </Button>
        <Button onClick={onBack}>Back</Button>
        {missing.map((field) => (
          <Button key={field.name} onClick={() => add(field)}>
            Add “{field.label}”
          </Button>
        ))}
        <Dim>{lacks}</Dim>
      </Group>
    </Stack>
  )
}
