import { month } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMoney } from '../../../parts/me.ts'
import { RecordList } from '../../../parts/record-list.tsx'
import { Text } from '../../../parts/text.tsx'
import { named } from '../../../words/metrics.ts'
import { wordOf } from './word-of-code.ts'

const TONES = { pending: 'warn', applied: 'bad', waived: 'plain' } as const

/** The surcharges of a seller, newest month first. */
export default function Surcharges({ code }: { code: string }) {
  const money = useMoney()
  return (
    <RecordList
      isOnePage
      title="Surcharges"
      aside={<Link to={`/surcharges?seller=${encodeURIComponent(code)}`}>To the list of surcharges</Link>}
      path="/api/surcharges"
      request={{ query: { seller_code: code, limit: 100 } }}
      height="16rem"
      caption="Surcharges, one a row"
      keyOf={({ id }) => id}
      none="No surcharges"
      hint="Surcharges come from the rules when a month is evaluated, or from the list of surcharges."
      columns={[
        { head: 'Month', cell: ({ period }) => month(period) },
        { head: 'Kind', cell: ({ surcharge_type }) => wordOf(surcharge_type) },
        { head: 'Amount', numeric: true, cell: ({ amount }) => money(amount) },
        {
          head: 'Reason',
          wide: true,
          cell: ({ trigger_details }) => (
            <Text class="wraps">
              {named(String((trigger_details as { reason?: string } | null)?.reason ?? ''))}
            </Text>
          ),
        },
        { head: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{wordOf(status)}</Badge> },
      ]}
    />
  )
}
