import type { Model } from '../../api/types.ts'
import { Figure } from '../../charts/figure.tsx'
import { linear } from '../../charts/scale.ts'
import { useWidth } from '../../charts/use-width.ts'
import { dayNumber, stripOf } from '../../logic/campaign-strip.ts'
import { day, plural, shortMonth } from '../../logic/format.ts'
import { useHref } from '../../parts/link.tsx'
import { STATE } from './state-badge.tsx'

const LANE = 30
const BAR = 24
const TOP = 22

/** Campaigns over the months; each is a link, with today as a line. */
export function TimeStrip({ campaigns }: { campaigns: Model<'Campaign'>[] }) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const href = useHref()
  const strip = stripOf(campaigns)
  if (!strip) return null
  const x = linear([strip.from, strip.to], [0, width])
  const height = TOP + strip.lanes * LANE
  const today = dayNumber(new Date().toISOString())
  const every = Math.max(1, Math.ceil(56 / (width / strip.months.length)))
  return (
    <Figure
      caption={`${plural(campaigns.length, 'campaign', 'campaigns')} from their first to their last day.`}
      heads={['Campaign', 'State', 'First day', 'Last day']}
      rows={strip.bars.map(({ item }) => [
        item.campaign_name,
        STATE[item.status],
        day(item.start_date),
        day(item.end_date),
      ])}
    >
      <div ref={frame}>
        <svg class="chart strip" width={width} height={height} role="group" aria-label="When they are">
          <g class="axis" aria-hidden="true">
            {strip.months.map(({ period, day: at }, index) => (
              <g key={period}>
                <line x1={x(at)} x2={x(at)} y1={0} y2={height} />
                {index % every === 0 && (
                  <text x={x(at) + 4} y={12}>
                    {shortMonth(period)}
                  </text>
                )}
              </g>
            ))}
          </g>
          {strip.bars.map(({ item, lane, start, end }) => {
            const name = `${item.campaign_name}: ${STATE[item.status]}, ${day(item.start_date)} – ${day(item.end_date)}`
            const [left, length] = [x(start), Math.max(24, x(end) - x(start))]
            return (
              <a
                key={item.id}
                href={href(`/campaigns/${encodeURIComponent(item.campaign_code)}`)}
                aria-label={name}
              >
                <rect
                  class={`bar-of ${item.status}`}
                  x={Math.min(left, width - length)}
                  y={TOP + lane * LANE + 2}
                  width={length}
                  height={BAR}
                  rx={5}
                >
                  <title>{name}</title>
                </rect>
              </a>
            )
          })}
          {today >= strip.from && today < strip.to && (
            <line class="today" x1={x(today + 0.5)} x2={x(today + 0.5)} y1={TOP - 4} y2={height}>
              <title>Today</title>
            </line>
          )}
        </svg>
      </div>
    </Figure>
  )
}
