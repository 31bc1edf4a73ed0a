import { useRead } from '../../../api/queries.ts'
import { amount, month, score } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { named } from '../../../words/metrics.ts'
import { wordOf, words } from './words.ts'

const TONES = { pending: 'warn', applied: 'bad', waived: 'plain' } as const

/** The surcharges of a seller, newest month first. */
export default function Surcharges({ code }: { code: string }) {
  const { currency } = useMe()
  const of = { query: { seller_code: code, limit: 100 } }
  const read = useRead('/api/surcharges', of)
  return (
    <Panel
      title={words.surcharges}
      class="flush"
      source={{ path: '/api/surcharges', request: of, csv: true }}
      aside={<Link to={`/surcharges?seller=${encodeURIComponent(code)}`}>{words.all}</Link>}
    >
      <Loaded of={read} height="16rem">
        {({ data }) => (
          <DataTable
            caption={words.rowsOf(words.surcharges)}
            rows={data}
            keyOf={({ id }) => id}
            empty={
              <Empty title={words.noSurcharges}>
                <p>{words.noSurchargesText}</p>
              </Empty>
            }
            columns={[
              { key: 'month', head: words.month, cell: ({ period }) => month(period) },
              { key: 'kind', head: words.kind, cell: ({ surcharge_type }) => wordOf(surcharge_type) },
              {
                key: 'amount',
                head: words.amount,
                numeric: true,
                cell: (row) => (currency ? amount(row.amount, currency) : score(row.amount)),
              },
              {
                key: 'reason',
                head: words.reason,
                wide: true,
                cell: ({ trigger_details }) => (
                  <span class="wraps" dir="auto">
                    {named(String((trigger_details as { reason?: string } | null)?.reason ?? ''))}
                  </span>
                ),
              },
              {
                key: 'state',
                head: words.state,
                cell: ({ status }) => <Badge tone={TONES[status]}>{wordOf(status)}</Badge>,
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
