import { area, line } from 'd3-shape'
import { shortMonth } from '../logic/format.ts'
import { MonthAxis, ValueAxis } from './axis.tsx'
import { Figure } from './figure.tsx'
import { bands, linear } from './scale.ts'
import { useWidth } from './use-width.ts'

/** A line over the months; null where there is no value. */
interface Series {
  name: string
  values: (number | null)[]
}

interface Props {
  caption: string
  periods: string[]
  /** The main line. */
  main: Series
  /** Drawn as a band between two lines, such as the quartiles. */
  band?: { low: Series; high: Series }
  /** Ranges of values with a colour behind the line, such as tiers. */
  zones?: { from: number; to: number; color: string; name: string }[]
  range?: [number, number]
  height?: number
  format: (value: number | null) => string
  /** Where a point leads. */
  hrefOf?: (period: string) => string
}

const LEFT = 34
const BOTTOM = 24
const TOP = 10

/** Values over the months. Each point is a link with its value as name. */
export function LineChart({
  caption,
  periods,
  main,
  band,
  zones = [],
  range = [0, 100],
  height = 220,
  format,
  hrefOf,
}: Props) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const y = linear(range, [height - BOTTOM, TOP])
  const { middle, width: step } = bands(periods.length, [LEFT, width])
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => middle(index))
    .y((value) => y(value as number))
  const between = area<number>()
    .defined((index) => band?.low.values[index] != null && band.high.values[index] != null)
    .x((index) => middle(index))
    .y0((index) => y(band?.low.values[index] as number))
    .y1((index) => y(band?.high.values[index] as number))
  const series = band ? [main, band.low, band.high] : [main]
  return (
    <Figure
      caption={caption}
      heads={['', ...series.map(({ name }) => name)]}
      rows={periods.map((period, index) => [
        shortMonth(period),
        ...series.map(({ values }) => format(values[index] ?? null)),
      ])}
    >
      <div ref={frame}>
        <svg
          class="chart"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={caption}
        >
          {zones.map(({ from, to, color, name }) => (
            <rect
              key={name}
              class="zone"
              x={LEFT}
              width={Math.max(0, width - LEFT)}
              y={y(to)}
              height={y(from) - y(to)}
              fill={color}
            />
          ))}
          <ValueAxis scale={y} range={range} width={width} left={LEFT} />
          {band && <path class="band" d={between(periods.map((_, index) => index)) ?? ''} />}
          <path class="line" d={path(main.values) ?? ''} />
          {main.values.map((value, index) => {
            const period = periods[index] as string
            return value === null ? null : (
              <a key={period} href={hrefOf?.(period)} aria-label={`${shortMonth(period)}: ${format(value)}`}>
                <rect
                  class="target"
                  x={middle(index) - step / 2}
                  y={TOP}
                  width={step}
                  height={height - BOTTOM - TOP}
                >
                  <title>{`${shortMonth(period)}: ${format(value)}`}</title>
                </rect>
                <circle class="point" cx={middle(index)} cy={y(value)} r={3.5} />
              </a>
            )
          })}
          <MonthAxis periods={periods} middle={middle} width={step} y={height - 6} />
        </svg>
      </div>
    </Figure>
  )
}
