import { useRead } from '../../../api/queries.ts'
import { type TierBand, TierLine } from '../../../charts/tier-line.tsx'
import { addMonths } from '../../../logic/format.ts'
import { useHref } from '../../../parts/link.tsx'
import { ReadPanel } from '../../../parts/read-panel.tsx'
import { sellerPath } from '../../../parts/seller-link.tsx'
import type { Of } from './score-tab.tsx'

/** What is asked for the 24 months up to one. */
export const historyOf = ({ code, period }: Of) => ({
  path: { seller_code: code },
  query: { from: addMonths(period, -23), to: period },
})

/** The last 24 months over the tiers; each month is a link to its score. */
export function HistoryPanel({ code, period }: Of) {
  const href = useHref()
  const tiers = useRead('/api/sos/tiers')
  const bands: TierBand[] = (tiers.data?.data ?? []).flatMap(({ name, color, min_score }) =>
    min_score === null ? [] : [{ name, color, from: min_score }],
  )
  return (
    <ReadPanel
      title="24 months"
      class="half"
      path="/api/sos/sellers/{seller_code}/score/history"
      request={historyOf({ code, period })}
      csv
      height="290px"
    >
      {({ data }) => (
        <TierLine
          label="Total by month over the tiers of today"
          bands={bands}
          months={data.map(({ period: month, total_sos, tier, is_rated }) => ({
            period: month,
            total: total_sos,
            tier: tier.name,
            isRated: is_rated,
            isHere: month === period,
            href: href(sellerPath(code, `?period=${month}`)),
          }))}
        />
      )}
    </ReadPanel>
  )
}
