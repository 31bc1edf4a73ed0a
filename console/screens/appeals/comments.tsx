import { useState } from 'preact/hooks'
import { useRead, useSend } from '../../api/queries.ts'
import { moment } from '../../logic/format.ts'
import { TextArea } from '../../parts/forms/field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'

const PATH = '/api/appeals/{id}/comments'

/** What people say about an appeal, in any state of it. */
export function Comments({ id }: { id: number }) {
  const { may, time_zone } = useMe()
  const request = { path: { id }, query: { limit: 200 } }
  const read = useRead(PATH, request)
  return (
    <Panel title="Comments" source={{ path: PATH, request }}>
      <div class="stack">
        <Loaded of={read} height="3rem">
          {({ data }) =>
            data.length === 0 ? (
              <p class="faint">Nobody has commented.</p>
            ) : (
              <ol class="comments">
                {data.map((one) => (
                  <li key={one.id}>
                    <p class="small">
                      <strong dir="auto">{one.full_name || one.username}</strong>{' '}
                      <span class="faint">{moment(one.created_at, time_zone)}</span>
                    </p>
                    <p class="said" dir="auto">
                      {one.comment}
                    </p>
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
        {may('appeals.comment') && <NewComment id={id} />}
      </div>
    </Panel>
  )
}

function NewComment({ id }: { id: number }) {
  const [comment, write] = useState('')
  const adding = useSend('POST', PATH, { changes: [PATH], onDone: () => write('') })
  const add = () => adding.mutate({ path: { id }, body: { comment: comment.trim() } })
  return (
    <Form
      class="stack tight"
      of={adding}
      onSend={add}
      action="Add the comment"
      button="small"
      disabled={!comment.trim()}
    >
      <TextArea label="Your comment" rows={2} maxLength={5000} value={comment} onValue={write} />
    </Form>
  )
}
