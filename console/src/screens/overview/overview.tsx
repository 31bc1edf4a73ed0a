import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { COMPONENTS, type Schemas } from '../../api/client.ts'
import { isFinal, monthStats, useMe } from '../../api/me.ts'
import { ratedIn } from '../../ui/counts.ts'
import { daysLeft, monthOf, plural, points, sentences, signed } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { nameOf } from '../../ui/names.ts'
import { Asked, Columns, Early, Page, Section, Waiting } from '../../ui/page.tsx'
import { changeOf, comparable, scoredMonths, trend } from './data.ts'
import { Averages } from './facts.tsx'
import { FirstSteps } from './first-steps.tsx'
import classes from './overview.module.css'
import { Talks } from './talks.tsx'
import { Tiers } from './tiers.tsx'
import { ToDos } from './to-dos.tsx'

const MonthChart = lazy(() => import('./month-chart.tsx'))

type Month = Schemas['TrendMonth']

/** How a month stands, who needs a talk and why, and what waits for the person who looks. */
export function Overview() {
  const period = usePeriod()
  const { current_period, permissions, scope, time_zone, user } = useMe()
  const month = useQuery(monthStats(period))
  const course = useQuery(trend(period))
  const isOwn = scope.am_id !== null
  const months = scoredMonths(course.data)
  const now = months.at(-1)
  const before = months.at(-2)
  const isLost = user.role === 'am' && (user.am_id === null || month.data?.total_sellers === 0)
  const isEmpty = month.data?.scored_sellers === 0
  const said = now?.period === period ? headline(now, before, isOwn) : monthOf(period)

  return (
    <Page
      title={isLost ? 'You see no sellers yet' : isEmpty ? `${monthOf(period)} has no scores yet` : said}
      trail={
        monthOf(period) + (period === current_period && !isEmpty ? `, ${daysLeft(period, time_zone)}` : '')
      }
      verdict={
        isLost
          ? user.am_id === null
            ? 'Your account names no account manager, so you see no seller. An administrator puts that right.'
            : 'No seller is yours. Whoever may change sellers can hand some over to you.'
          : isEmpty
            ? period <= current_period && permissions.includes('scores.calculate')
              ? 'Three steps to the first scores:'
              : 'They come once the facts are there and the month is calculated.'
            : month.data && course.data && verdict(month.data, now, comparable(now, before))
      }
      actions={<MonthPicker />}
    >
      <Asked query={month} rows={6} isSubject>
        {(found) =>
          isLost ? null : isEmpty ? (
            <FirstSteps stats={found} />
          ) : (
            <>
              <Averages period={period} />
              <Columns>
                <div>
                  <Talks stats={found} isOwn={isOwn} />
                  {months.length > 1 && (
                    <div className={classes.last}>
                      <Section title="Average by month" aside="Shaded: the middle half of the sellers">
                        <Trend months={months} />
                      </Section>
                    </div>
                  )}
                </div>
                <div>
                  <Early>
                    <Section title="Waits for you">
                      <ToDos stats={found} />
                    </Section>
                  </Early>
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

/** The average of each month over the band that half of the sellers are in. */
function Trend({ months }: { months: Month[] }) {
  const rated = months.filter(({ mean }) => mean !== null)
  return (
    <Suspense fallback={<Waiting rows={1} height={220} />}>
      <MonthChart
        months={rated.map(({ period, mean, p25, p75 }) => ({
          period,
          total: mean ?? 0,
          half: [p25 ?? 0, p75 ?? 0],
        }))}
        rowsOf={(period) => {
          const at = rated.findIndex((one) => one.period === period)
          const change = changeOf(rated[at]?.mean, comparable(rated[at], rated[at - 1])?.mean)
          return [
            ['Average', points(rated[at]?.mean)],
            ...(change === null ? [] : [['Change', signed(change)] as [string, string]]),
            ['Middle half', `${points(rated[at]?.p25)} to ${points(rated[at]?.p75)}`],
          ]
        }}
      />
    </Suspense>
  )
}

/** The month in one sentence: has it become better or worse? */
function headline(now: Month, last: Month | undefined, isOwn: boolean) {
  const { period, mean, rated, scored } = now
  if (mean === null) return monthOf(period)
  if (last && !comparable(now, last))
    return `Too early: ${rated} of ${plural(scored, 'seller')} ${rated === 1 ? 'is' : 'are'} rated`
  const whose = isOwn ? 'Your sellers' : 'Scores'
  const change = changeOf(mean, last?.mean)
  if (!change) return `${whose} average ${points(mean)} points`
  return `${whose} ${change < 0 ? 'fell' : 'rose'} by ${points(Math.abs(change))} to ${points(mean)} points`
}

/** What moved it most, how many it counts, and how far it is to the end. */
function verdict(stats: Schemas['DashboardStats'], now?: Month, before?: Month) {
  const [most] = COMPONENTS.map((name) => ({
    name,
    by: changeOf(now?.components[name], before?.components[name]) ?? 0,
  })).toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
  const than = (by: number) => `${points(Math.abs(by))} ${by < 0 ? 'lower' : 'higher'}`
  return sentences(
    before &&
      most?.by &&
      `${nameOf(most.name)} changed most: ${than(most.by)} than in ${monthOf(before.period)}.`,
    ratedIn(stats),
    isFinal(stats) && 'The month is final.',
  )
}
