import { useRead } from '../../../api/queries.ts'
import { day, month, score } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { nameOf } from '../../../words/metrics.ts'
import { wordOf, words } from './words.ts'

const TONES = {
  pending: 'warn',
  under_review: 'warn',
  approved: 'good',
  partially_approved: 'good',
  rejected: 'bad',
  expired: 'plain',
} as const

/** The appeals of a seller and what became of them. */
export default function Appeals({ code }: { code: string }) {
  const { may } = useMe()
  const of = { query: { seller_code: code, limit: 100 } }
  const read = useRead('/api/appeals', of)
  return (
    <Panel
      title={words.appeals}
      class="flush"
      source={{ path: '/api/appeals', request: of, csv: true }}
      aside={
        may('appeals.write') && (
          <Link class="button small" to={`/appeals/new?seller=${encodeURIComponent(code)}`}>
            <Icon name="plus" />
            {words.newAppeal}
          </Link>
        )
      }
    >
      <Loaded of={read} height="16rem">
        {({ data }) => (
          <DataTable
            caption={words.rowsOf(words.appeals)}
            rows={data}
            keyOf={({ id }) => id}
            empty={
              <Empty title={words.noAppeals}>
                <p>{words.noAppealsText}</p>
              </Empty>
            }
            columns={[
              {
                key: 'component',
                head: words.component,
                cell: ({ id, component_appealed }) => (
                  <Link to={`/appeals/${id}`}>{nameOf(component_appealed)}</Link>
                ),
              },
              { key: 'month', head: words.month, cell: ({ period }) => month(period) },
              {
                key: 'reason',
                head: words.reason,
                wide: true,
                cell: ({ appeal_reason_type }) => wordOf(appeal_reason_type),
              },
              {
                key: 'submitted',
                head: words.submitted,
                wide: true,
                cell: ({ created_at }) => day(created_at),
              },
              {
                key: 'state',
                head: words.state,
                cell: ({ status }) => <Badge tone={TONES[status]}>{wordOf(status)}</Badge>,
              },
              {
                key: 'result',
                head: words.result,
                numeric: true,
                cell: ({ score_before, score_after }) =>
                  score_before && score_after
                    ? `${score(score_before.total_sos)} → ${score(score_after.total_sos)}`
                    : '–',
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
