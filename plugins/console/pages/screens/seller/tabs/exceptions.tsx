import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { send } from '../../../api/client.ts'
import { asApiError } from '../../../api/errors.ts'
import { refresh, useRead } from '../../../api/queries.ts'
import type { Model } from '../../../api/types.ts'
import { day } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { toast } from '../../../parts/toasts.tsx'
import { nameOf } from '../../../words/metrics.ts'
import { NewException } from './new-exception.tsx'
import { wordOf, words } from './words.ts'

type Exception = Model<'ScoreException'>

/** The exceptions of a seller, ended ones too. */
export default function Exceptions({ code }: { code: string }) {
  const { may } = useMe()
  const [adding, add] = useState(false)
  const end = useEnd(code)
  const of = { path: { id: code }, query: { limit: 100 } }
  const read = useRead('/api/sellers/{id}/exceptions', of)
  return (
    <Panel
      title={words.exceptions}
      class="flush"
      source={{ path: '/api/sellers/{id}/exceptions', request: of, csv: true }}
      aside={
        may('exceptions.write') && (
          <button type="button" class="button small" onClick={() => add(true)}>
            <Icon name="plus" />
            {words.add}
          </button>
        )
      }
    >
      <Loaded of={read} height="16rem">
        {({ data }) => (
          <DataTable<Exception>
            caption={words.rowsOf(words.exceptions)}
            rows={data}
            keyOf={({ id }) => id}
            empty={
              <Empty title={words.noExceptions}>
                <p>{words.noExceptionsText}</p>
              </Empty>
            }
            columns={[
              { key: 'kind', head: words.kind, cell: ({ exception_type }) => wordOf(exception_type) },
              {
                key: 'target',
                head: words.target,
                cell: ({ score_component_affected }) => nameOf(score_component_affected ?? 'total'),
              },
              { key: 'rule', head: words.rule, cell: ({ adjustment_rule }) => ruleText(adjustment_rule) },
              {
                key: 'reason',
                head: words.reason,
                wide: true,
                cell: ({ reason }) => (
                  <span class="wraps" dir="auto">
                    {reason}
                  </span>
                ),
              },
              { key: 'from', head: words.from, cell: ({ effective_from }) => day(effective_from) },
              {
                key: 'to',
                head: words.to,
                cell: ({ effective_to }) => (effective_to ? day(effective_to) : words.open),
              },
              { key: 'state', head: words.state, cell: (row) => <State {...row} /> },
              ...(may('exceptions.write')
                ? [
                    {
                      key: 'end',
                      head: words.action,
                      cell: ({ id, is_active }: Exception) =>
                        is_active ? (
                          <button type="button" class="button small" onClick={() => end(id)}>
                            {words.end}
                          </button>
                        ) : null,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      <NewException code={code} open={adding} onClose={() => add(false)} />
    </Panel>
  )
}

function State({ is_active, applies, in_force }: Exception) {
  if (!is_active) return <Badge>{words.ended}</Badge>
  if (!applies) return <Badge tone="warn">{words.noEffect}</Badge>
  return in_force ? <Badge tone="good">{words.inForce}</Badge> : <Badge>{words.notInForce}</Badge>
}

function ruleText(rule: unknown): string {
  const { op, value } = (rule ?? {}) as { op?: string; value?: number }
  return op && `op_${op}` in words ? `${wordOf(`op_${op}`)} ${value ?? ''}`.trim() : JSON.stringify(rule)
}

/** Ends an exception at once, with Undo. */
function useEnd(code: string) {
  const client = useQueryClient()
  const tell = () => refresh(client, ['/api/sellers', '/api/sos'])
  return async (id: number) => {
    const path = { sellerId: code, exId: id }
    try {
      await send('DELETE', '/api/sellers/{sellerId}/exceptions/{exId}', { path })
      tell()
      const undo = () =>
        send('PATCH', '/api/sellers/{sellerId}/exceptions/{exId}', { path, body: { is_active: 1 } }).then(
          tell,
        )
      toast(words.endedDone, { undo })
    } catch (error) {
      toast(asApiError(error).message, { failed: true })
    }
  }
}
