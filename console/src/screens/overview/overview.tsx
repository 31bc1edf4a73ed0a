import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMe } from '../../api/me.ts'
import { COMPONENTS, type Schemas } from '../../api/types.ts'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, plural, points } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { COMPONENT_NAMES } from '../../ui/names.ts'
import { Columns, Page, Section, Waiting } from '../../ui/page.tsx'
import { TierBar } from '../../ui/tier.tsx'
import { Nothing } from '../../ui/trouble.tsx'
import { stats, trend } from './data.ts'
import { Facts } from './facts.tsx'
import { Talks } from './talks.tsx'
import { ToDos } from './to-dos.tsx'

const TrendChart = lazy(() => import('./trend-chart.tsx'))

export function Overview() {
  const period = usePeriod()
  const month = useQuery(stats(period))
  const course = useQuery(trend(period))
  const navigate = useNavigate()
  const { current_period } = useMe()
  const months = course.data?.data.filter(({ scored }) => scored > 0) ?? []

  return (
    <Page
      title={month.data && course.data ? headline(months, period) : monthOf(period)}
      trail={period === current_period ? `${monthOf(period)}, if the month ended today` : monthOf(period)}
      verdict={month.data && verdict(month.data, months)}
      actions={<MonthPicker />}
    >
      <Asked query={month} rows={6}>
        {(found) =>
          found.scored_sellers === 0 ? (
            <Nothing title="No seller is scored in this month">
              Push or import facts, then calculate the month on the page Scores.
            </Nothing>
          ) : (
            <>
              <Facts months={months} />
              <Columns>
                <div>
                  <Section title="Who needs a talk" aside="Fell most, and why">
                    <Talks sellers={found.top_declined} period={period} />
                  </Section>
                  <Section title="Average and middle half" aside="Rated sellers">
                    <Suspense fallback={<Waiting rows={1} height={220} />}>
                      <TrendChart months={months} />
                    </Suspense>
                  </Section>
                </div>
                <div>
                  <Section title="To do">
                    <ToDos />
                  </Section>
                  <Section title="Tiers" aside={plural(found.scored_sellers, 'seller')}>
                    <div style={{ paddingTop: 12 }}>
                      <TierBar
                        tiers={tiersOf(found, months)}
                        onChoose={(tier) => void navigate({ to: '/scores', search: { period, tier } })}
                      />
                    </div>
                  </Section>
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
function headline(months: Schemas['TrendMonth'][], period: string) {
  const [before, now] = months.slice(-2)
  if (now?.mean == null || before?.mean == null || now.period !== period) return monthOf(period)
  const change = now.mean - before.mean
  if (Math.abs(change) < 0.5) return `Scores held at ${points(now.mean)}`
  return `Scores ${change < 0 ? 'fell' : 'rose'} ${points(Math.abs(change))} points to ${points(now.mean)}`
}

/** What moved it most, and how many it counts. */
function verdict({ scored_sellers, unrated }: Schemas['DashboardStats'], months: Schemas['TrendMonth'][]) {
  const [before, now] = months.slice(-2)
  const changes = COMPONENTS.map((name) => ({
    name,
    by: (now?.components[name] ?? 0) - (before?.components[name] ?? 0),
  }))
  const most = changes.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))[0]
  const counted = `${plural(scored_sellers, 'seller')} scored${unrated ? `, ${unrated} of them unrated for too little data` : ''}.`
  return before && now && most
    ? `${COMPONENT_NAMES[most.name]} moved it most: ${points(Math.abs(most.by))} ${most.by < 0 ? 'lower' : 'higher'} than in ${monthOf(before.period)}. ${counted}`
    : counted
}

/** The stats name the tiers, the trend knows their colours. */
const tiersOf = ({ tier_distribution }: Schemas['DashboardStats'], months: Schemas['TrendMonth'][]) =>
  tier_distribution.map(({ tier_name, count }) => ({
    name: tier_name,
    count,
    color: months.at(-1)?.tiers.find(({ name }) => name === tier_name)?.color ?? 'var(--soft)',
  }))
