import { LineChart } from '../../charts/line.tsx'
import { TierStack } from '../../charts/tier-stack.tsx'
import { count, delta, month, score } from '../../logic/format.ts'
import { listOf, type Narrowing } from '../../logic/overview-state.ts'
import { sinceFirstScored } from '../../logic/trend-figures.ts'
import { TierBadge } from '../../parts/badges.tsx'
import { Link, useHref } from '../../parts/link.tsx'
import { Panel, type Source } from '../../parts/panel.tsx'
import { COMPONENTS, nameOf } from '../../words/metrics.ts'
import type { TrendMonth } from './overview.tsx'

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
    <Panel class="two-thirds" title="Mean and quartiles" source={source}>
      <LineChart
        caption="The mean of the rated scores; half of the sellers are inside the band."
        periods={shown.map(({ period }) => period)}
        main={series('Mean', 'mean')}
        band={{ low: series('Lower quartile', 'p25'), high: series('Upper quartile', 'p75') }}
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
    <Panel class="two-thirds" title="Tiers by month" source={source}>
      <div class="tier-panel">
        <TierStack
          caption="The share of the sellers in each tier."
          months={shown}
          hrefOf={(period, tier) => href(to(period, tier))}
        />
        {now && (
          <ul class="counted" aria-label={`Tiers of ${month(now.period)}`}>
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
  const bars = COMPONENTS.map((key) => {
    const [value, was] = [now?.components[key] ?? null, before?.components[key] ?? null]
    return {
      key,
      name: nameOf(key),
      value,
      note: value === null || was === null ? undefined : `${delta(value - was)} in a month`,
    }
  })
  return (
    <Panel class="third" title="Component means" source={source}>
      <ComponentBars bars={bars} />
    </Panel>
  )
}

/** A component of the score: planning, operations, tickets, finance, inventory. */
interface ComponentBar {
  key: string
  name: string
  /** Points, 0 to 100; null where there is none. */
  value: number | null
  href?: string
  /** Beside the number: its weight, or that it is imputed. */
  note?: string
}

/** Bars of 0 to 100, one under the other. */
const ComponentBars = ({ bars }: { bars: ComponentBar[] }) => (
  <ul class="component-bars">
    {bars.map(({ key, name, value, href, note }) => (
      <li key={key} class={key}>
        <span class="bar-name">
          {href ? <a href={href}>{name}</a> : name}
          {note && <span class="faint small">{note}</span>}
        </span>
        <span class="bar" aria-hidden="true">
          <span style={{ width: `${value ?? 0}%` }} />
        </span>
        <span class="numeric">{score(value)}</span>
      </li>
    ))}
  </ul>
)
