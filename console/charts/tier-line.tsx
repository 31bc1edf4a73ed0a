import { month, score } from '../logic/format.ts'
import { MonthAxis } from './axis.tsx'
import { Figure } from './figure.tsx'
import { linear, bands as placesOf } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface TierBand {
  name: string
  color: string
  from: number
}

interface Month {
  period: string
  total: number
  tier: string
  isRated: boolean
  isHere: boolean
  href: string
}

interface Props {
  label: string
  bands: TierBand[]
  months: Month[]
  height?: number
}

const SIDES = { top: 14, right: 64, bottom: 24, left: 30 }

/** A total by month over the bands of the tiers. A month that is not rated is a ring off the line. */
export function TierLine({ label, bands, months, height = 230 }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const totals = months.map(({ total }) => total)
  const low = Math.max(0, Math.floor((Math.min(100, ...totals) - 6) / 10) * 10)
  const high = Math.min(100, Math.ceil((Math.max(0, ...totals) + 6) / 10) * 10)
  const y = linear([low, high], [height - SIDES.bottom, SIDES.top])
  const places = placesOf(months.length, [SIDES.left, width - SIDES.right])
  const x = (period: string) => places.middle(months.findIndex((one) => one.period === period))
  const sorted = [...bands].sort((a, b) => a.from - b.from)
  const shown = sorted
    .map((band, index) => ({
      ...band,
      from: Math.max(low, band.from),
      to: Math.min(high, sorted[index + 1]?.from ?? 100),
    }))
    .filter(({ from, to }) => to > from)
  const line = months.filter(({ isRated }) => isRated).map(({ period, total }) => `${x(period)},${y(total)}`)
  return (
    <Figure
      caption={label}
      heads={['Month', 'Total', 'Tier']}
      rows={months.map(({ period, total, tier }) => [month(period), score(total), tier])}
    >
      <div ref={frame}>
        <svg class="chart" width={width} height={height} role="group" aria-label={label}>
          <g aria-hidden="true">
            {shown.map(({ name, color, from, to }) => (
              <g key={name}>
                <rect
                  class="tier-band"
                  x={SIDES.left}
                  width={Math.max(0, width - SIDES.left - SIDES.right)}
                  y={y(to)}
                  height={y(from) - y(to)}
                  fill={color}
                />
                <line class="gridline" x1={SIDES.left} x2={width - SIDES.right} y1={y(from)} y2={y(from)} />
                <text x={SIDES.left - 6} y={y(from)} dy="0.35em" text-anchor="end">
                  {from}
                </text>
                {y(from) - y(to) > 14 && (
                  <text x={width - SIDES.right + 8} y={(y(from) + y(to)) / 2} dy="0.35em">
                    {name}
                  </text>
                )}
              </g>
            ))}
            {line.length > 1 && <path class="total-line" d={`M${line.join('L')}`} />}
          </g>
          <MonthAxis
            periods={months.map(({ period }) => period)}
            middle={places.middle}
            y={height - 4}
            width={places.width}
          />
          {months.map(({ period, total, tier, isRated, isHere, href }) => (
            <a key={period} href={href} aria-label={`${month(period)}: ${score(total)}, ${tier}`}>
              <title>{`${month(period)}: ${score(total)}, ${tier}`}</title>
              <circle class="target" cx={x(period)} cy={y(total)} r={13} />
              <circle
                class={`mark total-mark ${isRated ? '' : 'unrated'} ${isHere ? 'here' : ''}`}
                cx={x(period)}
                cy={y(total)}
                r={isHere ? 6 : 4.5}
              />
            </a>
          ))}
        </svg>
      </div>
    </Figure>
  )
}
