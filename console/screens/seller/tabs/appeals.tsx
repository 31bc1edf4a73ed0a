import { day, month, score } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { useMe } from '../../../parts/me.ts'
import { RecordList } from '../../../parts/record-list.tsx'
import { nameOf } from '../../../words/metrics.ts'
import { wordOf } from './word-of-code.ts'

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
  return (
    <RecordList
      isOnePage
      title="Appeals"
      aside={
        may('appeals.write') && (
          <Link class="button small" to={`/appeals/new?seller=${encodeURIComponent(code)}`}>
            <Icon name="plus" />
            New appeal
          </Link>
        )
      }
      path="/api/appeals"
      request={{ query: { seller_code: code, limit: 100 } }}
      height="16rem"
      caption="Appeals, one a row"
      keyOf={({ id }) => id}
      none="No appeals"
      hint="Whoever thinks that a component is wrong appeals it from the score, beside the component."
      columns={[
        {
          head: 'Component',
          cell: ({ id, component_appealed }) => (
            <Link to={`/appeals/${id}`}>{nameOf(component_appealed)}</Link>
          ),
        },
        { head: 'Month', cell: ({ period }) => month(period) },
        { head: 'Reason', wide: true, cell: ({ appeal_reason_type }) => wordOf(appeal_reason_type) },
        { head: 'Submitted', wide: true, cell: ({ created_at }) => day(created_at) },
        { head: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{wordOf(status)}</Badge> },
        {
          head: 'Result',
          numeric: true,
          cell: ({ score_before, score_after }) =>
            score_before && score_after
              ? `${score(score_before.total_sos)} → ${score(score_after.total_sos)}`
              : '–',
        },
      ]}
    />
  )
}
