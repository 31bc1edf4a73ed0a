import { Alert, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { Dialog, say, useDeed } from '../../ui/dialog.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { named } from '../../ui/names.ts'
import type { Accepted } from './facts-step.tsx'

interface Props {
  period: string
  /** How many scores are not final yet. */
  open: number
  /** How many scores of the month have no reviewer. */
  unreviewed: number
  /** The appeals and surcharges that wait; none: an empty text. */
  waits: string
  checks: Schemas['MonthQuality']['checks']
  accepted: Accepted
  onClose: () => void
}

/** Makes a month final, with what was accepted of all that looks wrong with it. */
export function FinalizeDialog({ period, open, unreviewed, waits, checks, accepted, onClose }: Props) {
  const { said, notes } = accepted
  // Once they are final none is open: the dialog still says how many it was about.
  const [count] = useState(open)
  const [typed, setTyped] = useState('')
  const month = monthOf(period)
  // What was accepted may be gone meanwhile.
  const [accept = [], left = []] = [true, false].map((isIt) =>
    checks.filter(({ sentence }) => said.includes(sentence) === isIt),
  )
  const isBlocked = left.some(({ level }) => level === 'block')
  const isTyped = typed.trim().toLowerCase() === month.toLowerCase()
  const sent = useDeed(
    () =>
      api.POST('/api/sos/monthly/finalize', {
        body: { period, ...(accept.length > 0 && { accept: accept.map(({ id }) => id), notes }) },
      }),
    ({ data: { finalized = 0, warnings = [] } = {} }) => {
      say(warnings.join(' '), {
        title: finalized ? `${month} is final` : `${month} was made final meanwhile`,
        color: finalized ? 'green' : 'yellow',
      })
    },
  )
  const lacks = [
    open === 0 && sent.isIdle && `${month} is final already.`,
    (isBlocked || (accept.length > 0 && !notes.trim())) &&
      'Put right what looks wrong with the facts, or accept it and say why.',
    !isTyped && `Type “${month}” above.`,
  ]
  return (
    <Dialog
      title={`Finalize ${month}`}
      label={`Finalize ${plural(count, 'score')}`}
      sent={sent}
      lacks={lacks}
      onClose={onClose}
    >
      <Text>
        <b>{plural(count, 'score becomes', 'scores become')} final. It can’t be taken back.</b> Other systems
        are informed, and only an appeal or a correction changes a score afterwards.
        {unreviewed > 0 && ` ${plural(unreviewed, 'score is', 'scores are')} not reviewed.`}
        {waits && ` ${waits} wait and can be decided later.`}
      </Text>
      {left.length > 0 && (
        <Alert title="It would be final all the same:">
          {left.map(({ sentence }) => named(sentence)).join(' ')}
        </Alert>
      )}
      <TextInput
        label={`To confirm, type ${month}`}
        value={typed}
        onChange={(event) => {
          event.stopPropagation() // no loss, so nothing is asked about when the dialog is closed
          setTyped(event.currentTarget.value)
        }}
        autoComplete="off"
        data-autofocus
      />
    </Dialog>
  )
}
