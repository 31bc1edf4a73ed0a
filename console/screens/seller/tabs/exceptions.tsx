import { useState } from 'preact/hooks'
import { send } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import type { Model } from '../../../api/types.ts'
import { day } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Button, Opener } from '../../../parts/button.tsx'
import { useMe } from '../../../parts/me.ts'
import { RecordList } from '../../../parts/record-list.tsx'
import { Text } from '../../../parts/text.tsx'
import { toastWhenDone } from '../../../parts/toasts.tsx'
import { nameOf } from '../../../words/metrics.ts'
import { NewException } from './new-exception.tsx'
import { isKnownOp, wordOf } from './word-of-code.ts'

type Exception = Model<'ScoreException'>

/** The exceptions of a seller, ended ones too. */
export default function Exceptions({ code }: { code: string }) {
  const { may } = useMe()
  const [adding, add] = useState(false)
  const end = useEnd(code)
  return (
    <>
      <RecordList
        isOnePage
        title="Exceptions of the score"
        aside={
          may('exceptions.write') && (
            <Opener class="small" onClick={() => add(true)} icon="plus">
              New exception
            </Opener>
          )
        }
        path="/api/sellers/{id}/exceptions"
        request={{ path: { id: code }, query: { limit: 100 } }}
        height="16rem"
        caption="Exceptions of the score, one a row"
        keyOf={({ id }) => id}
        none="No exceptions"
        hint="An exception leaves a component out of the score, or changes it, for the months that its dates touch."
        columns={[
          { head: 'Kind', cell: ({ exception_type }) => wordOf(exception_type) },
          { head: 'On', cell: ({ score_component_affected }) => nameOf(score_component_affected ?? 'total') },
          { head: 'What it does', cell: ({ adjustment_rule }) => ruleText(adjustment_rule) },
          { head: 'Reason', wide: true, cell: ({ reason }) => <Text class="wraps">{reason}</Text> },
          { head: 'From', cell: ({ effective_from }) => day(effective_from) },
          { head: 'To', cell: ({ effective_to }) => (effective_to ? day(effective_to) : 'open') },
          { head: 'State', cell: (row) => <State {...row} /> },
          may('exceptions.write') && {
            head: 'Action',
            cell: ({ id, is_active }: Exception) =>
              is_active ? (
                <Button class="small" onClick={() => end(id)}>
                  End
                </Button>
              ) : null,
          },
        ]}
      />
      <NewException code={code} open={adding} onClose={() => add(false)} />
    </>
  )
}

function State({ is_active, applies, in_force }: Exception) {
  if (!is_active) return <Badge>Ended</Badge>
  if (!applies) return <Badge tone="warn">No effect</Badge>
  return in_force ? <Badge tone="good">In force</Badge> : <Badge>Not today</Badge>
}

function ruleText(rule: unknown): string {
  const { op, value } = (rule ?? {}) as { op?: string; value?: number }
  return isKnownOp(op) ? `${wordOf(`op_${op}`)} ${value ?? ''}`.trim() : JSON.stringify(rule)
}

const PATH = '/api/sellers/{sellerId}/exceptions/{exId}'

/** Ends an exception at once, with Undo. */
function useEnd(code: string) {
  const tell = () => refresh(['/api/sellers', '/api/sos'])
  return (id: number) => {
    const path = { sellerId: code, exId: id }
    const ending = send('DELETE', PATH, { path }).then(tell)
    return toastWhenDone(ending, 'The exception is ended.', () =>
      send('PATCH', PATH, { path, body: { is_active: 1 } }).then(tell),
    )
  }
}
