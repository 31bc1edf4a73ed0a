import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMe } from '../../api/me.ts'
import { monthStats } from '../../api/month.ts'
import { COMPONENTS, type Schemas } from '../../api/types.ts'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, plural, points } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Columns, Page, Section, Waiting } from '../../ui/page.tsx'
import { trend } from './data.ts'
import { Facts } from './facts.tsx'
import { FirstSteps } from './first-steps.tsx'
import classes from './overview.module.css'
import { Talks } from './talks.tsx'
import { Tiers } from './tiers.tsx'
import { ToDos } from './to-dos.tsx'

const TrendChart = lazy(() => import('./trend-chart.tsx'))

type Stats = Schemas['DashboardStats']
type Month = Schemas['TrendMonth']

/** How a month stands, who needs a talk and why, and what waits for the person who looks. */
export function Overview() {
  const period = usePeriod()
  const { current_period, scope } = useMe()
  const month = useQuery(monthStats(period))
  const course = useQuery(trend(period))
  const isOwn = scope.am_id !== null
  const months = course.data?.data.filter(({ scored }) => scored > 0) ?? []
  const isEmpty = month.data?.scored_sellers === 0

  return (
    <Page
      title={isEmpty ? `${monthOf(period)} has no scores yet` : headline(months, period, isOwn)}
      trail={
        period === current_period && !isEmpty ? `${monthOf(period)}, if it ended today` : monthOf(period)
      }
      verdict={
        isEmpty ? 'Three steps lead to them.' : month.data && course.data && verdict(month.data, months)
      }
      actions={<MonthPicker />}
    >
      <Asked query={month} rows={6}>
        {(found) =>
          isEmpty ? (
            <FirstSteps stats={found} />
          ) : (
            <>
              <Asked query={course} rows={1}>
                {() => <Facts months={months} />}
              </Asked>
              <Columns>
                <div>
                  <Talks stats={found} isOwn={isOwn} />
                  {months.length > 1 && (
                    <div className={classes.last}>
                      <Section title="Average and middle half" aside="Rated sellers">
                        <Suspense fallback={<Waiting rows={1} height={220} />}>
                          <TrendChart months={months} />
                        </Suspense>
                      </Section>
                    </div>
                  )}
                </div>
                <div>
                  <Section title="Waits for you">
                    <ToDos waiting={found.waiting} />
                  </Section>
                  <Tiers stats={found} />
                </div>
              </Columns>
            </>
          )
        }
      </Asked>
    </Page>
  )
}

/** The month in one sentence: has it become better or worse? */
function headline(months: Month[], period: string, isOwn: boolean) {
  const [before, now] = months.length > 1 ? months.slice(-2) : [undefined, months[0]]
  if (now?.mean == null || now.period !== period) return monthOf(period)
  const whose = isOwn ? 'Your sellers' : 'Scores'
  const change = before?.mean == null ? null : now.mean - before.mean
  if (change === null) return `${whose} average ${points(now.mean)} points`
  if (Math.abs(change) < 0.5) return `${whose} held at ${points(now.mean)} points`
  return `${whose} ${change < 0 ? 'fell' : 'rose'} by ${points(Math.abs(change))} to ${points(now.mean)} points`
}

/** What moved it most, how many it counts, and how far it is to the end. */
function verdict({ scored_sellers, unrated, statuses }: Stats, months: Month[]) {
  const [before, now] = months.slice(-2)
  const changes = COMPONENTS.map((name) => ({
    name,
    by: (now?.components[name] ?? 0) - (before?.components[name] ?? 0),
  }))
  const most = changes.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))[0]
  const open = statuses.draft + statuses.under_review
  return [
    before &&
      now &&
      most &&
      `${nameOf(most.name)} moved it most: ${points(Math.abs(most.by))} ${most.by < 0 ? 'lower' : 'higher'} than in ${monthOf(before.period)}.`,
    `${plural(scored_sellers, 'seller is', 'sellers are')} scored${unrated ? `, ${unrated} of them unrated for too little data` : ''}.`,
    open === 0 && 'The month is final.',
  ]
    .filter(Boolean)
    .join(' ')
}
