import { Group, Select, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { textOf } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { type Kind, type Rule, useWords, versionsOf } from './data.ts'

/** What two versions of a rule say differently. */
export function Versions({ kind, id }: { kind: Kind; id: number }) {
  const found = useQuery(versionsOf(kind.type, id))
  return (
    <Section title="Versions">
      <Asked query={found} rows={2}>
        {(versions) =>
          versions.length > 1 ? (
            <Comparison kind={kind} versions={versions} />
          ) : (
            <Text size="sm" c="dimmed" py="md">
              There is one version, of {textOf(versions[0]?.updated_at)}. Each change keeps the one before.
            </Text>
          )
        }
      </Asked>
    </Section>
  )
}

function Comparison({ kind, versions }: { kind: Kind; versions: Rule[] }) {
  const { currency } = useMe()
  const { say } = useWords(currency)
  const [newer, setNewer] = useState(versions[0]?.version)
  const [older, setOlder] = useState(versions[1]?.version)
  const [before, after] = [older, newer].map((one) => versions.find(({ version }) => version === one))
  const changed = kind.fields.filter(
    ({ name }) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  )
  const data = versions.map(({ version, updated_at }) => ({
    value: String(version),
    label: `Version ${version}, ${textOf(updated_at)}`,
  }))
  const pick = (label: string, value: number | undefined, set: (version: number) => void) => (
    <Select
      label={label}
      value={String(value)}
      onChange={(next) => set(Number(next))}
      data={data}
      allowDeselect={false}
    />
  )
  return (
    <>
      <Group py="sm">
        {pick('From', older, setOlder)}
        {pick('To', newer, setNewer)}
      </Group>
      {changed.length === 0 ? (
        <Text size="sm" c="dimmed">
          Both say the same.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={360}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>What changed</Table.Th>
                <Table.Th>Before</Table.Th>
                <Table.Th>After</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changed.map(({ name, label }) => (
                <Table.Tr key={name}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td c="dimmed">{before && say(name, before[name], before)}</Table.Td>
                  <Table.Td>{after && say(name, after[name], after)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  )
}
