import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { $api } from '../../api/client.ts'
import { points, signed } from '../../ui/format.ts'
import { usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Asked, Section, Waiting } from '../../ui/page.tsx'
import { tiers } from '../../ui/tier.tsx'

const MonthChart = lazy(() => import('../overview/month-chart.tsx'))

/** The rated totals of the months so far; lines say where the tiers begin that they have been near. */
export function History({ code }: { code: string }) {
  const levels = useQuery(tiers).data?.data
  const shown = usePeriod()
  const params = { path: { seller_code: code } }
  const found = $api.useQuery('get', '/api/sos/sellers/{seller_code}/score/history', { params })
  return (
    <Section title="History">
      <Asked query={found} rows={4}>
        {({ data }) => {
          const months = data.filter(({ is_rated }) => is_rated)
          if (months.length < 2) return <Text c="dimmed">The chart begins once two months are rated.</Text>
          return (
            <Suspense fallback={<Waiting rows={1} height={220} />}>
              <MonthChart
                months={months.map(({ period, total_sos }) => ({ period, total: total_sos }))}
                levels={levels}
                shown={shown}
                rowsOf={(period) => {
                  const month = months.find((one) => one.period === period)
                  if (!month) return []
                  return [
                    ['Total', points(month.total_sos)],
                    ['Change', month === months[0] ? '–' : signed(month.delta)],
                    ['Tier', month.tier.name],
                    ['State', nameOf(month.status)],
                  ]
                }}
              />
            </Suspense>
          )
        }}
      </Asked>
    </Section>
  )
}
