import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { percent } from '../../ui/format.ts'

interface ShareChartProps {
  label: string
  shares: { name: string; share: number }[]
}

/** The share of each group as a bar. */
export default function ShareChart({ label, shares }: ShareChartProps) {
  return (
    <BarChart
      h={44 + 36 * shares.length}
      mt="xs"
      maw={760}
      orientation="vertical"
      data={shares}
      dataKey="name"
      series={[{ name: 'share', label, color: 'var(--series)' }]}
      yAxisProps={{ width: 132 }}
      xAxisProps={{ domain: [0, 1], tickFormatter: percent }}
      gridAxis="none"
      tickLine="none"
      barChartProps={{ margin: { right: 40 } }}
      maxBarWidth={20}
      withBarValueLabel
      valueFormatter={percent}
    />
  )
}
