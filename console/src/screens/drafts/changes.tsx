import { Button, Group, Table, Text } from '@mantine/core'
import { useMutation, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { refresh } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { type Change, ownFields, type Rule, rulesOf, subjectOf, useWords } from '../rules/data.ts'
import { changeDraft, type Draft } from './data.ts'
import classes from './drafts.module.css'

interface ChangesProps {
  draft: Draft
  version?: string
  mayWrite: boolean
}

/** Each change of a draft, field by field against the rule that is in force. */
export function Changes({ draft, version, mayWrite }: ChangesProps) {
  const words = useWords(useMe().currency)
  const types = [...new Set(draft.changes.map(({ type }) => type))]
  const present = useQueries({
    queries: types.map((type) => rulesOf(type)),
    combine: (lists) => new Map(types.map((type, i) => [type, lists[i]?.data])),
  })
  const sent = useMutation({
    mutationFn: (without: Change) =>
      changeDraft(draft.id, version, { changes: draft.changes.filter((one) => one !== without) }),
    onSuccess: refresh,
  })
  if (draft.changes.length === 0)
    return (
      <Text size="sm" py="md">
        Nothing yet. Open <Link to="/rules">a rule</Link>, change it, and save it to this draft.
      </Text>
    )
  return (
    <>
      {sent.error && <Trouble error={sent.error} />}
      {draft.changes.map((change) => {
        const { kind, identity, title } = subjectOf(change, words)
        const before = present.get(change.type)?.find((one) => one.in_force && one.identity === identity)
        return (
          <div key={`${change.type} ${identity}`} className={classes.change}>
            <Group justify="space-between" gap="xs">
              <Text c="var(--strong)" fw={500}>
                {title}{' '}
                <Text span c="dimmed" fw={400}>
                  {kind?.label}
                </Text>
              </Text>
              {mayWrite && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  loading={sent.isPending}
                  aria-label={`Take out ${title}`}
                  onClick={() => sent.mutate(change)}
                >
                  Take out
                </Button>
              )}
            </Group>
            {change.op === 'remove' ? (
              <Text size="sm">The rule ends.</Text>
            ) : (
              <Differences change={change} before={before} />
            )}
          </div>
        )
      })}
    </>
  )
}

function Differences({ change: { type, fields = {} }, before }: { change: Change; before?: Rule }) {
  const { kindOf, say } = useWords(useMe().currency)
  const kind = kindOf(type)
  const changed = kind
    ? ownFields(kind).filter(
        ({ name }) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(fields[name] ?? null),
      )
    : []
  if (changed.length === 0) return <Text size="sm">As it is in force.</Text>
  return (
    <Table className={classes.differences} withRowBorders={false}>
      <Table.Tbody>
        {changed.map(({ name, label }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{label}</Table.Th>
            <Table.Td>
              {before && <s>{say(name, before[name], before)}</s>} <b>{say(name, fields[name], fields)}</b>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
