import { Group, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Dialog, say, useDeed } from '../../ui/dialog.tsx'
import { points, sentenceCase } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { Why } from '../../ui/why.tsx'
import { type Detail, pointsFor, recommended, useDeeds, verbOf } from './data.ts'
import { Consequence } from './effect.tsx'

const DECISIONS = ['approve', 'partially_approve', 'reject'] as const
const MOST = 100

interface ReviewProps {
  appeal: Detail
  isDecision?: boolean
  onClose: () => void
}

/** The recommendation, or the decision, with the points that it gives, and what these would do to the score. */
export function ReviewDialog({ appeal, isDecision, onClose }: ReviewProps) {
  const { id, component_appealed: component, company_name, score, score_adjustment: proposed } = appeal
  // Once it is decided its points are those of the decision.
  const [recommendation] = useState(recommended(appeal))
  const [{ isAlone }] = useState(useDeeds(appeal))
  const [decision, setDecision] = useState(isDecision ? appeal.ops?.decision : undefined)
  const [typed, setTyped] = useState<number | string>()
  const [notes, setNotes] = useState('')
  const now = score.components[component].raw
  const isPart = decision === 'partially_approve'
  const own = isPart ? typed : undefined
  const given = own ?? proposed?.[`${component}_raw_after`] ?? (isPart ? '' : MOST)
  // What is proposed may name more than the component that was appealed: it is taken whole, or not.
  const isTaken = isDecision && own === undefined && Boolean(proposed)
  const score_adjustment =
    decision === 'reject' || given === '' || Number.isNaN(given)
      ? undefined
      : (own === undefined && proposed) || pointsFor(component, Number(given))
  const sent = useDeed(
    async () => {
      // What was proposed is not sent again: the service takes it for the score that it was proposed for.
      const points = isTaken ? undefined : score_adjustment
      const body = { decision: decision as (typeof DECISIONS)[number], notes, score_adjustment: points }
      const review = { params: { path: { id } }, body }
      if (isDecision) await api.PATCH('/api/appeals/{id}/review-am', review)
      else await api.PATCH('/api/appeals/{id}/review-ops', review)
    },
    () => say(isDecision ? 'The appeal is decided.' : 'Your recommendation is sent.'),
  )
  // What late facts propose may be less; a person takes nothing away.
  const isWrong = own !== undefined && own !== '' && !(Number(own) > (now ?? -1) && Number(own) <= MOST)
  const lacks = [
    !decision && (isDecision ? 'Choose a decision.' : 'Choose what you recommend.'),
    isWrong ? 'Fix the marked field first.' : isPart && !score_adjustment && 'Enter the new points.',
    !notes.trim() && 'Say why.',
  ]
  return (
    <Dialog
      title={`${isDecision ? 'Decide the appeal' : 'Recommend on the appeal'}: ${nameOf(component)}, ${company_name}`}
      label={isDecision ? 'Send the decision' : 'Send the recommendation'}
      sent={sent}
      lacks={lacks}
      onClose={onClose}
    >
      <Text>
        {isDecision
          ? `${recommendation} Your decision is final, and the score follows at once.${isAlone ? ' You recommended on it, too: as the board you may, and nobody else looks at it.' : ''}`
          : 'The head of account management decides; you give advice.'}
      </Text>
      <Radio.Group
        aria-label="Decision"
        value={decision ?? ''}
        onChange={(value) => setDecision(DECISIONS.find((one) => one === value))}
      >
        <Group>
          {DECISIONS.map((one) => (
            <Radio key={one} value={one} label={sentenceCase(verbOf(one))} />
          ))}
        </Group>
      </Radio.Group>
      {isPart && (
        <NumberField
          label={`New points for ${nameOf(component)}`}
          description={`Now ${points(now)} of ${MOST}.`}
          error={
            isWrong && now !== null && Number(own) <= now && `Enter more than the current ${points(now)}`
          }
          withAsterisk
          min={0}
          max={MOST}
          decimalScale={2}
          value={given}
          onChange={setTyped}
        />
      )}
      {decision && !isWrong && (decision === 'reject' || score_adjustment) && (
        <Consequence appeal={appeal} adjustment={isTaken && score_adjustment ? {} : score_adjustment} />
      )}
      <Why
        description={`${isDecision && decision && decision !== appeal.ops?.decision ? 'That is not what was recommended: say why. ' : ''}The seller and everybody else who sees the appeal will read it.`}
        value={notes}
        onChange={setNotes}
      />
    </Dialog>
  )
}
