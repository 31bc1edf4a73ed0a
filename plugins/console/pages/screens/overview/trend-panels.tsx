import { COMPONENTS, ComponentBars } from '../../charts/component-bars.tsx'
import { LineChart } from '../../charts/line.tsx'
import { TierStack } from '../../charts/tier-stack.tsx'
import { count, delta, month, score } from '../../logic/format.ts'
import { listOf, type Narrowing } from '../../logic/overview-state.ts'
import { sinceFirstScored } from '../../logic/trend-figures.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { Link, useHref } from '../../parts/link.tsx'
import { Panel, type Source } from '../../parts/panel.tsx'
import type { TrendMonth } from './overview.tsx'
import { words } from './words.ts'

interface Props {
  months: TrendMonth[]
  narrowing: Narrowing
  source: Source
}

/** Mean and quartiles over the months. */
export function MeanPanel({ months, narrowing, source }: Props) {
  const href = useHref()
  const shown = sinceFirstScored(months)
  const series = (name: string, key: 'mean' | 'p25' | 'p75') => ({
    name,
    values: shown.map((one) => one[key]),
  })
  return (
    <Panel class="two-thirds" title={words.trend} source={source}>
      <LineChart
        caption={words.trendCaption}
        periods={shown.map(({ period }) => period)}
        main={series(words.meanShort, 'mean')}
        band={{ low: series(words.lower, 'p25'), high: series(words.upper, 'p75') }}
        format={score}
        hrefOf={(period) => href(listOf('/scores', narrowing, { period }))}
      />
    </Panel>
  )
}

/** The tiers month by month, and those of the month as a list of links. */
export function TierPanel({ months, narrowing, source }: Props) {
  const href = useHref()
  const shown = sinceFirstScored(months)
  const now = shown.at(-1)
  const to = (period: string, tier: string) => listOf('/scores', narrowing, { period, tier })
  return (
    <Panel class="two-thirds" title={words.tiers} source={source}>
      <div class="tier-panel">
        <TierStack
          caption={words.tiersCaption}
          months={shown}
          hrefOf={(period, tier) => href(to(period, tier))}
        />
        {now && (
          <ul class="counted" aria-label={words.tiersOf(month(now.period))}>
            {now.tiers.map((tier) => (
              <li key={tier.name}>
                <TierBadge tier={tier} />
                <Link
                  class="tabular"
                  to={to(now.period, tier.name)}
                  aria-label={`${tier.name}: ${count(tier.count)}`}
                >
                  {count(tier.count)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

/** The means of the five components, each against the month before. */
export function ComponentPanel({ months, source }: Omit<Props, 'narrowing'>) {
  const [now, before] = [months.at(-1), months.at(-2)]
  const bars = COMPONENTS.map(([key, name]) => {
    const [value, was] = [now?.components[key] ?? null, before?.components[key] ?? null]
    return {
      key,
      name,
      value,
      note: value === null || was === null ? undefined : words.since(delta(value - was)),
    }
  })
  return (
    <Panel class="third" title={words.components} source={source}>
      <ComponentBars bars={bars} />
    </Panel>
  )
}
