import { Button, Group, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog, useDeed } from '../../ui/dialog.tsx'
import { NameLink, Strong } from '../../ui/dim.tsx'
import { Asked, Lines, Nothing } from '../../ui/page.tsx'
import { type Change, ownFields, ruleAt, rulesOf, subjectOf, useWords } from '../rules/data.ts'
import { Differences } from '../rules/differences.tsx'
import { changeDraft, type Draft } from './data.ts'

type ChangesProps = { draft: Draft; version?: string; mayWrite: boolean }

/** Each change of a draft, field by field against the rule that is in force. */
export function Changes({ draft: { id, changes }, version, mayWrite }: ChangesProps) {
  const words = useWords()
  const types = [...new Set(changes.map(({ type }) => type))]
  const present = useQueries({
    queries: types.map((type) => rulesOf(type)),
    combine: (lists) => new Map(types.map((type, i) => [type, lists[i]?.data])),
  })
  const [without, remove] = useState<Change>()
  const gone = without && subjectOf(without, words)
  const left = changes.filter((one) => subjectOf(one, words).key !== gone?.key)
  const sent = useDeed(() => changeDraft(id, version, { changes: left }))
  if (!words.query.data) return <Asked query={words.query}>{() => null}</Asked>
  if (changes.length === 0)
    return (
      <>
        <Nothing title="Nothing yet">Open a rule, change it, and save it to this draft.</Nothing>
        {mayWrite && (
          <Button component={Link} to="/rules">
            Choose a rule
          </Button>
        )}
      </>
    )
  return (
    <>
      <Lines>
        {changes.map((change) => {
          const { kind, identity, key, title } = subjectOf(change, words)
          const before = present.get(change.type)?.find((one) => one.in_force && one.identity === identity)
          return (
            <li key={key}>
              <Group justify="space-between" gap="xs">
                <Strong>
                  {before ? <NameLink {...ruleAt(change.type, before.id)}>{title}</NameLink> : title}{' '}
                  <Text span c="dimmed" fw={400}>
                    {kind?.label}
                  </Text>
                </Strong>
                {mayWrite && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${title}`}
                    onClick={() => remove(change)}
                  >
                    Remove
                  </Button>
                )}
              </Group>
              {change.op === 'remove' ? (
                <Text size="sm">The rule ends.</Text>
              ) : (
                kind && <Differences fields={ownFields(kind)} before={before} after={change.fields ?? {}} />
              )}
            </li>
          )
        })}
      </Lines>
      {gone && (
        <Dialog
          title={`Remove ${gone.title} from the draft`}
          label="Remove it"
          sent={sent}
          isGrave
          onClose={() => remove(undefined)}
        >
          <Text>The rule stays as it is; what was to be changed of it is lost.</Text>
        </Dialog>
      )}
    </>
  )
}
