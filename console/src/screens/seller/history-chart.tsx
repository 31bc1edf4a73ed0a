import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/types.ts'
import { axisOf } from '../../ui/axis.ts'
import { monthOf, points, shortMonth, signed } from '../../ui/format.ts'
import { HoverCard, hoverTrigger } from '../../ui/hover-card.tsx'
import { nameOf } from '../../ui/names.ts'
import { tiers } from './data.ts'

type Month = Schemas['ScoreHistoryEntry']

/** The total by month; lines say where the tiers begin that it has been near. */
export default function HistoryChart({ months }: { months: Month[] }) {
  const axis = axisOf(months.map(({ total_sos }) => total_sos))
  const [low = 0, high = 100] = axis.domain
  const lines =
    useQuery(tiers).data?.data.filter(
      ({ min_score }) => min_score !== null && min_score > low && min_score < high,
    ) ?? []
  return (
    <LineChart
      h={220}
      mt="md"
      data={months.map(({ period, total_sos }) => ({ period, total: total_sos }))}
      dataKey="period"
      series={[{ name: 'total', label: 'Total', color: 'var(--series)' }]}
      xAxisProps={{ tickFormatter: shortMonth }}
      yAxisProps={axis}
      referenceLines={lines.map(({ name, min_score }) => ({
        y: min_score ?? 0,
        label: name,
        color: 'gray.5',
        labelPosition: 'right',
      }))}
      lineChartProps={{ margin: { right: 56, top: 8 } }}
      curveType="linear"
      gridAxis="none"
      tickLine="none"
      tooltipProps={{
        trigger: hoverTrigger,
        content: ({ label }) => {
          const month = months.find(({ period }) => period === label)
          return month ? <Card month={month} /> : null
        },
      }}
    />
  )
}

const Card = ({ month: { period, total_sos, delta, tier, status } }: { month: Month }) => (
  <HoverCard
    title={monthOf(period)}
    rows={[
      ['Total', points(total_sos)],
      ['Change', signed(delta)],
      ['Tier', tier.name],
      ['State', nameOf(status)],
    ]}
  />
)
