import { count, ratio, shortMonth } from '../logic/format.ts'
import { stackOf } from '../logic/trend-figures.ts'
import { MonthAxis } from './axis.tsx'
import { Figure } from './figure.tsx'
import { bands, linear } from './scale.ts'
import { useWidth } from './use-width.ts'

interface TierMonth {
  period: string
  tiers: { name: string; rank: number; color: string; count: number }[]
}

interface Props {
  caption: string
  months: TierMonth[]
  height?: number
  /** Where a part leads. The list of tiers beside the chart has the same links for the keyboard. */
  hrefOf: (period: string, tier: string) => string
}

const LEFT = 40
const BOTTOM = 24
const TOP = 8
const WIDEST = 56

/** The shares of the tiers, a bar for each month. */
export function TierStack({ caption, months, height = 220, hrefOf }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const y = linear([0, 1], [height - BOTTOM, TOP])
  const { middle, width: step } = bands(months.length, [LEFT, width])
  const bar = Math.min(WIDEST, step * 0.72)
  return (
    <Figure caption={caption} {...tableOf(months)}>
      <div ref={frame}>
        <svg
          class="chart"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
        >
          <g class="axis">
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
              <g key={share} transform={`translate(0 ${y(share)})`}>
                <line x1={LEFT} x2={width} />
                <text x={LEFT - 6} dy="0.32em" text-anchor="end">
                  {ratio(share)}
                </text>
              </g>
            ))}
          </g>
          {months.map(({ period, tiers }, index) =>
            stackOf(tiers).map(({ name, color, count: scores, from, to }) => (
              <a key={`${period} ${name}`} href={hrefOf(period, name)} tabindex={-1}>
                <rect
                  class="mark tier-mark"
                  x={middle(index) - bar / 2}
                  width={bar}
                  y={y(to)}
                  height={y(from) - y(to)}
                  fill={color}
                />
                <title>{`${shortMonth(period)}, ${name}: ${count(scores)}`}</title>
              </a>
            )),
          )}
          <MonthAxis
            periods={months.map(({ period }) => period)}
            middle={middle}
            width={step}
            y={height - 6}
          />
        </svg>
      </div>
    </Figure>
  )
}

function tableOf(months: TierMonth[]) {
  const ranks = new Map(months.flatMap(({ tiers }) => tiers.map(({ name, rank }) => [name, rank])))
  const names = [...ranks].sort(([, one], [, other]) => other - one).map(([name]) => name)
  return {
    heads: ['', ...names],
    rows: months.map(({ period, tiers }) => [
      shortMonth(period),
      ...names.map((name) => count(tiers.find((tier) => tier.name === name)?.count ?? 0)),
    ]),
  }
}
