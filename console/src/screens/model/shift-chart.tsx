import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { axisOf, FEW } from '../../ui/axis.ts'
import { points } from '../../ui/format.ts'

interface ShiftChartProps {
  months: { month: string; shift: number | null; limit: number | null }[]
}

/** How far each month lies from the one before, under the line up to which it may be chance. */
export default function ShiftChart({ months }: ShiftChartProps) {
  return (
    <LineChart
      h={200}
      mt="xs"
      maw={760}
      data={months}
      dataKey="month"
      series={[
        { name: 'shift', label: 'Shift', color: 'var(--series)' },
        {
          name: 'limit',
          label: 'Limit: above it, more than chance',
          color: 'gray.5',
          strokeDasharray: '4 4',
        },
      ]}
      yAxisProps={axisOf([0, ...months.flatMap(({ shift, limit }) => [shift ?? 0, limit ?? 0])], 0.1)}
      curveType="linear"
      withLegend
      withPointLabels={months.length <= FEW}
      lineProps={({ name }) => (name === 'limit' ? { dot: false, activeDot: false, label: false } : {})}
      gridAxis="x"
      tickLine="none"
      valueFormatter={points}
    />
  )
}
