import { Progress, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Dialog, say, useDeed } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { Why } from '../../ui/why.tsx'
import type { Score } from './grid.tsx'

interface ReviewProps {
  chosen: Score[]
  /** What is not reviewed yet stays chosen. */
  onClose: (left: Score[]) => void
}

/** So many names are read; more are counted. */
const NAMED = 6

/** Reviews the chosen drafts, one after the other, with what was seen. */
export function ReviewDialog({ chosen, onClose }: ReviewProps) {
  const { user } = useMe()
  const [notes, setNotes] = useState('')
  const [all] = useState(chosen)
  const [left, setLeft] = useState(all)
  const isStopped = useRef(false)
  const sent = useDeed(
    async () => {
      isStopped.current = false
      let done = all.length - left.length
      for (const { id } of left) {
        if (isStopped.current) break
        await api.PATCH('/api/sos/monthly/{id}/review', {
          params: { path: { id } },
          body: { reviewed_by: user.full_name, ...(notes.trim() && { notes: notes.trim() }) },
        })
        setLeft((rest) => rest.filter((one) => one.id !== id))
        done += 1
      }
      return done
    },
    (done) => say(`${plural(done, 'score is', 'scores are')} reviewed.`),
  )
  const more = left.length - NAMED
  return (
    <Dialog
      title={`Review ${plural(all.length, 'score')}`}
      label={`Review ${plural(left.length, 'score')}`}
      sent={sent}
      onStop={() => {
        isStopped.current = true
      }}
      onClose={() => onClose(left)}
    >
      <Text>
        The list will say that {left.length === 1 ? 'this score is' : 'these scores are'} reviewed; nothing
        else changes.
      </Text>
      {left.length < all.length && (
        <Progress
          value={(100 * (all.length - left.length)) / all.length}
          aria-label={`${all.length - left.length} of ${all.length} are done`}
        />
      )}
      <Text c="dimmed">
        {left
          .slice(0, NAMED)
          .map(({ company_name }) => company_name)
          .join(', ')}
        {more > 0 && ` and ${more} more`}
      </Text>
      <Why
        label="What you have seen"
        description="Kept with each score; may be left empty."
        isOptional
        value={notes}
        onChange={setNotes}
        data-autofocus
      />
    </Dialog>
  )
}
