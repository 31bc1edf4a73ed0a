import { useRead } from '../../../api/queries.ts'
import { type TierBand, TierLine } from '../../../charts/tier-line.tsx'
import { addMonths } from '../../../logic/format.ts'
import { useHref } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { words } from '../words.ts'
import type { Of } from './score-tab.tsx'

/** What is asked for the 24 months up to one. */
export const historyOf = ({ code, period }: Of) => ({
  path: { seller_code: code },
  query: { from: addMonths(period, -23), to: period },
})

/** The last 24 months over the tiers; each month is a link to its score. */
export function HistoryPanel({ code, period }: Of) {
  const href = useHref()
  const of = historyOf({ code, period })
  const read = useRead('/api/sos/sellers/{seller_code}/score/history', of)
  const tiers = useRead('/api/sos/tiers')
  const bands: TierBand[] = (tiers.data?.data ?? []).flatMap(({ name, color, min_score }) =>
    min_score === null ? [] : [{ name, color, from: min_score }],
  )
  return (
    <Panel
      title={words.history}
      class="half"
      source={{ path: '/api/sos/sellers/{seller_code}/score/history', request: of, csv: true }}
    >
      <Loaded of={read} height="290px">
        {({ data }) => (
          <TierLine
            label={words.historyLabel}
            bands={bands}
            months={data.map(({ period: month, total_sos, tier, is_rated }) => ({
              period: month,
              total: total_sos,
              tier: tier.name,
              isRated: is_rated,
              isHere: month === period,
              href: href(`/sellers/${encodeURIComponent(code)}?period=${month}`),
            }))}
          />
        )}
      </Loaded>
    </Panel>
  )
}
