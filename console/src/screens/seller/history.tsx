import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Asked } from '../../ui/asked.tsx'
import { plural } from '../../ui/format.ts'
import { Section, Waiting } from '../../ui/page.tsx'
import { history } from './data.ts'

const HistoryChart = lazy(() => import('./history-chart.tsx'))

/** The rated totals of the months so far. */
export function History({ code }: { code: string }) {
  const found = useQuery(history(code))
  const months = found.data?.data.filter(({ is_rated }) => is_rated) ?? []
  return (
    <Section title="History" aside={months.length > 1 && plural(months.length, 'month')}>
      <Asked query={found} rows={3}>
        {() =>
          months.length > 1 ? (
            <Suspense fallback={<Waiting rows={1} height={220} />}>
              <HistoryChart months={months} />
            </Suspense>
          ) : (
            <Text c="dimmed">With a second rated month there is a course to see.</Text>
          )
        }
      </Asked>
    </Section>
  )
}
