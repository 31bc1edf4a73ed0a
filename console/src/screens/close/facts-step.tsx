import { Checkbox, Stack } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { ButtonLink } from '../../ui/dim.tsx'
import { named } from '../../ui/names.ts'
import { Why } from '../../ui/why.tsx'
import { Step } from './step.tsx'

export interface Accepted {
  /** What the checks said: where one says something else, it is another one. */
  said: string[]
  notes: string
}

interface FactsProps {
  quality: Schemas['MonthQuality']
  /** Only then more facts are not to be expected. */
  isOver: boolean
  isFinal: boolean
  accepted: Accepted
  /** The feeds of which the last calculation found nothing. */
  without: string[]
  onAccept: (accepted: Accepted) => void
}

/** What looks wrong with the facts of a month, each put right, or accepted with a reason. */
export function FactsStep({ quality, isOver, isFinal, accepted, without, onAccept }: FactsProps) {
  const { checks, result, finalizes } = quality
  const nothingWrong = `All checks passed${isOver ? '' : ' so far'}.${without.length > 0 ? ` There are no ${without.join(', no ')}.` : ''}`
  const mayAccept = useMay('scores.write')
  const maySend = useMay('sync.write')
  const found = isFinal ? [] : checks.filter(({ id }) => id !== 'month_not_over')
  const { said, notes } = accepted
  const isEmpty = result === 'nothing'
  const isAccepted =
    found.every(({ sentence }) => said.includes(sentence)) && (found.length === 0 || notes.trim() !== '')
  const kept = finalizes.find((one) => one.accepted.length > 0)
  const warned = finalizes.find((one) => one.score_id === null && one.result === 'warning')
  const isRight = isOver && !isEmpty && isAccepted && without.length === 0
  const isDone = isFinal ? Boolean(kept) || !warned : isRight
  return (
    <Step
      title="Check the facts"
      isDone={isDone}
      isOverridden={isFinal}
      isOptional={without.length > 0}
      state={
        isFinal
          ? kept
            ? `${kept.full_name} accepted what looked wrong: “${kept.notes}”`
            : warned
              ? `${warned.full_name} made the month final despite a failed check. ${named(warned.found.join(' '))}`
              : nothingWrong
          : isEmpty
            ? 'There are no facts of this month yet.'
            : found.length
              ? `Put right what is wrong${maySend ? '' : ' (the board and administrators import)'}, or tick what is right as it is and say why.`
              : nothingWrong
      }
      actions={
        !isDone &&
        !isFinal &&
        maySend && (
          <ButtonLink to="/import" variant={isEmpty ? 'filled' : undefined}>
            Import facts
          </ButtonLink>
        )
      }
    >
      {found.length > 0 && (
        <Stack gap="xs" mt="xs">
          <Checkbox.Group
            aria-label="Right as it is"
            value={said}
            onChange={(next) => onAccept({ notes, said: next })}
          >
            <Stack gap="xs">
              {found.map(({ id, level, sentence }) => (
                <Checkbox
                  key={id}
                  value={sentence}
                  label={named(sentence)}
                  description={level === 'block' && 'Keeps the month from being made final'}
                  disabled={!mayAccept}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {found.some(({ sentence }) => said.includes(sentence)) && (
            <Why
              label="Why it is right"
              description="It is kept with the month, in your name, once you make it final."
              value={notes}
              onChange={(next) => onAccept({ said, notes: next })}
            />
          )}
        </Stack>
      )}
    </Step>
  )
}
