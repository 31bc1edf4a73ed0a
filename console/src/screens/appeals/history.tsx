import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { say, useDeed } from '../../ui/dialog.tsx'
import { Dim } from '../../ui/dim.tsx'
import { textOf, tooLong } from '../../ui/format.ts'
import { Leave } from '../../ui/leave.tsx'
import { saidOf } from '../../ui/names.ts'
import { Asked, Lines, Section } from '../../ui/page.tsx'
import { comments, type Detail, verbOf } from './data.ts'

const DONE: Record<Detail['course'][number]['step'], string> = {
  submitted: 'Sent',
  ops_review: 'Recommended',
  am_review: 'Decided',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** Who did and who said what, the oldest first, and a line to say something. */
export function History({ appeal: { id, course } }: { appeal: Detail }) {
  const done = course.map(({ step, decision, notes, user, by, at }) => ({
    at,
    title: decision ? `${DONE[step]}: ${verbOf(decision)}` : DONE[step],
    text: notes,
    who: user?.full_name ?? by,
  }))
  return (
    <Section title="History">
      <Asked query={useQuery(comments(id))}>
        {({ data }) => {
          const said = data.map(({ created_at: at, comment: text, full_name: who }) => ({ at, text, who }))
          return (
            <Lines>
              {[...done, ...said.map((one) => ({ ...one, title: '' }))]
                .toSorted((a, b) => a.at.localeCompare(b.at))
                .map(({ at, title, text, who }) => (
                  <li key={at}>
                    <b>{title}</b>
                    <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
                      {text}
                    </Text>
                    <Dim>{[who, textOf(at)].filter(Boolean).join(' · ')}</Dim>
                  </li>
                ))}
            </Lines>
          )
        }}
      </Asked>
      {useMay('appeals.comment') && <NewComment id={id} />}
    </Section>
  )
}

function NewComment({ id }: { id: number }) {
  const [comment, setComment] = useState('')
  const sent = useDeed(
    () => api.POST('/api/appeals/{id}/comments', { params: { path: { id } }, body: { comment } }),
    () => {
      say('Your comment is there.')
      setComment('')
    },
  )
  return (
    <Stack gap="xs" align="flex-start" mt="xs">
      <Leave isAsked={comment.trim() !== '' && !sent.isPending} title="Discard what you have typed?" />
      <Textarea
        aria-label="Comment"
        placeholder="Say something to all who see this appeal"
        autosize
        minRows={2}
        w="100%"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={tooLong(comment, 5000) ?? (sent.error && saidOf(sent.error))}
      />
      <Button loading={sent.isPending} disabled={!comment.trim()} onClick={() => sent.mutate()}>
        Comment
      </Button>
    </Stack>
  )
}
