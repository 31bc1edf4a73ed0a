import '@mantine/charts/styles.layer.css'
import { CompositeChart } from '@mantine/charts'
import { Group, Paper } from '@mantine/core'
import { useMe } from '../../api/me.ts'
import { axisOf, FEW } from '../../ui/axis.ts'
import { Strong } from '../../ui/dim.tsx'
import { monthOf, points, shortMonth } from '../../ui/format.ts'

type Said = [name: string, value: string][]

interface MonthChartProps {
  /** Each month with its number, and the band around it if there is one. */
  months: { period: string; total: number; half?: [number, number] }[]
  /** What a month says when it is pointed at or tapped. */
  rowsOf: (period: string) => Said
  /** Lines across: where tiers begin. Above each stands the name of its tier. */
  levels?: { name: string; min_score: number | null }[]
  /** The month that the page shows: its dot is larger. */
  shown?: string
}

interface DotProps {
  cx?: number
  cy?: number
  payload: { period: string; total: number }
}

/** A month’s number: hollow while the month is running; written beside it, out of the line’s way. */
const dotOf = (
  running: string,
  { months, shown }: Pick<MonthChartProps, 'months' | 'shown'>,
  [low = 0, high = 100]: number[],
) =>
  function Dot({ cx = 0, cy = 0, payload: { period, total } }: DotProps) {
    const i = months.findIndex((one) => one.period === period)
    // The line comes from the month before; from the first one it goes to the next.
    const other = months[i === 0 ? 1 : i - 1]?.total ?? 0
    // Not on the names of the months.
    const isBelow = other > total && (total - low) / (high - low) > 0.08
    return (
      <g key={period} fill={period === running ? 'var(--page)' : 'var(--series)'}>
        <circle cx={cx} cy={cy} r={period === shown ? 6 : 4} stroke="var(--series)" strokeWidth={2} />
        {(months.length <= FEW || i === months.length - 1) && (
          <text
            x={cx}
            y={cy + (isBelow ? 18 : -12)}
            textAnchor={i === 0 ? 'start' : 'end'}
            fontSize={12}
            fill="var(--strong)"
            stroke="var(--page)"
            strokeWidth={4}
            paintOrder="stroke"
          >
            {points(total)}
          </text>
        )}
      </g>
    )
  }

const HoverCard = ({ title, rows }: { title: string; rows: Said }) => (
  <Paper withBorder shadow="md" px="sm" py="xs" fz="sm">
    <Strong inherit>{title}</Strong>
    {rows.map(([name, value]) => (
      <Group key={name} justify="space-between" gap="lg" c="dimmed">
        <span>{name}</span>
        <Strong span inherit>
          {value}
        </Strong>
      </Group>
    ))}
  </Paper>
)

/** A number by month, over the band that half of the sellers are in. */
export default function MonthChart({ months, rowsOf, levels = [], shown }: MonthChartProps) {
  const { current_period } = useMe()
  const values = months.flatMap(({ total, half = [] }) => [total, ...half])
  const floors = levels.flatMap(({ name, min_score: at }) => (at ? [{ name, at }] : []))
  // The tier that is next has its line, too.
  const next = Math.min(...floors.map(({ at }) => at).filter((at) => at > Math.max(...values)))
  // A step of the axis ends on it.
  const axis = axisOf(next < 100 ? [...values, next - 1] : values)
  const [low = 0, high = 100] = axis.domain
  const isRunning = months.at(-1)?.period === current_period
  const near = floors.filter(({ at }) => at >= low && at <= high)
  return (
    <CompositeChart
      h={220}
      mt="md"
      data={months}
      dataKey="period"
      series={[
        { name: 'half', color: 'var(--series)', type: 'area' },
        { name: 'total', color: 'var(--series)', type: 'line' },
      ]}
      xAxisProps={{ tickFormatter: shortMonth, padding: { right: 20 } }}
      xAxisLabel={isRunning ? 'Hollow dot: month not finished' : undefined}
      // Where lines say the tiers, these are the numbers.
      yAxisProps={near.length ? { ...axis, ticks: near.map(({ at }) => at), interval: 0 } : axis}
      referenceLines={near.map(({ name, at }) => ({
        y: at,
        label: { value: `\u2002${name}`, dy: -10 },
        color: 'gray.5',
        strokeOpacity: 0.4,
        labelPosition: 'right',
      }))}
      composedChartProps={{ margin: { right: near.length ? 64 : 0, top: 24, bottom: isRunning ? 24 : 0 } }}
      curveType="linear"
      gridAxis={near.length ? 'none' : 'x'}
      // What is pointed at keeps its dot: a hollow one is of the running month.
      lineProps={{ dot: dotOf(current_period, { months, shown }, axis.domain), activeDot: false }}
      areaProps={{ dot: false, activeDot: false, strokeWidth: 0 }}
      tickLine="none"
      tooltipProps={{
        // A finger has no pointer to hover with: it taps.
        trigger: matchMedia('(hover: none)').matches ? 'click' : 'hover',
        // Where nothing is pointed at there is no label.
        content: ({ label }) =>
          label ? <HoverCard title={monthOf(String(label))} rows={rowsOf(String(label))} /> : null,
      }}
    />
  )
}
