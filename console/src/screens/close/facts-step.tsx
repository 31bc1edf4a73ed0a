import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { named } from '../../ui/names.ts'
import { Step } from './step.tsx'

export interface Accepted {
  ids: string[]
  notes: string
}

interface FactsProps {
  quality: Schemas['MonthQuality']
  isFinal: boolean
  accepted: Accepted
  onAccept: (accepted: Accepted) => void
}

/** Checks that another step is about. */
const ELSEWHERE = ['month_not_over', 'recalculate']

/** What looks wrong with the facts of a month, each accepted with a reason, or put right. */
export function FactsStep({ quality, isFinal, accepted, onAccept }: FactsProps) {
  const mayAccept = useMay('scores.write') && !isFinal
  const maySend = useMay('sync.write')
  const checks = quality.checks.filter(({ id }) => !ELSEWHERE.includes(id))
  const rest = checks.filter(({ id }) => !accepted.ids.includes(id))
  const isEmpty = quality.result === 'nothing'
  const kept = quality.finalizes.find(({ score_id }) => score_id === null)
  const isDone =
    isFinal || (!isEmpty && rest.length === 0 && (checks.length === 0 || accepted.notes.trim() !== ''))
  return (
    <Step
      title="The facts are complete"
      isDone={isDone}
      state={
        isEmpty
          ? 'There are no facts of this month yet.'
          : isFinal
            ? kept?.accepted.length
              ? `${kept.full_name ?? 'Somebody'} accepted what looked wrong: “${kept.notes}”`
              : 'Nothing had to be accepted.'
            : checks.length === 0
              ? 'No check has found anything wrong.'
              : 'Put right what is wrong, or tick what is right as it is and say why.'
      }
      action={
        !isDone &&
        maySend && (
          <Button component={Link} to="/import" variant="default">
            Import facts
          </Button>
        )
      }
    >
      {!isFinal && checks.length > 0 && (
        <Stack gap="xs" mt="xs">
          {checks.map(({ id, level, sentence }) => (
            <Checkbox
              key={id}
              label={named(sentence)}
              description={level === 'block' && 'Keeps the month from being made final'}
              disabled={!mayAccept}
              checked={accepted.ids.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onAccept({
                  ...accepted,
                  ids: checked ? [...accepted.ids, id] : accepted.ids.filter((one) => one !== id),
                })
              }
            />
          ))}
          {accepted.ids.length > 0 && (
            <>
              <Textarea
                label="Why it is right"
                withAsterisk
                autosize
                minRows={2}
                maxLength={5000}
                value={accepted.notes}
                onChange={(event) => onAccept({ ...accepted, notes: event.currentTarget.value })}
              />
              <Text size="sm" c="dimmed">
                It is kept with the month, in your name, once you make it final.
              </Text>
            </>
          )}
        </Stack>
      )}
    </Step>
  )
}
