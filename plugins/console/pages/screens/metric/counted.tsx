import { useRead } from '../../api/queries.ts'
import { delta, score } from '../../logic/format.ts'
import type { Explanation } from '../../logic/waterfall.ts'
import { Icon } from '../../parts/icon.tsx'
import { Panel } from '../../parts/panel.tsx'
import { COMPONENTS, inUnit } from '../../words/metrics.ts'
import { words } from './words.ts'

export type Metric = Explanation['metrics'][number]

interface Props {
  code: string
  period: string
  metric: Metric
  components: Explanation['components']
}

const digits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 })

/** `251 ÷ 274` */
export const division = (numerator: number, denominator: number) =>
  `${digits.format(numerator)} ÷ ${digits.format(denominator)}`

/** What the metric is, and what it came to: formula, numbers, points. */
export function Counted({ code, period, metric, components }: Props) {
  const { value, unit, points, points_lost, formula, numerator, denominator, weight, na_reason } = metric
  const component = COMPONENTS.find((name) => name === metric.component)
  const { now, isSame } = useFactsNow(code, period, metric)
  return (
    <Panel title={words.counted} class="half">
      <div class="stack">
        <div class="metric-figures">
          <p>
            <span class="faint small">{words.value}</span>
            <span class="metric-figure">{inUnit(value, unit)}</span>
          </p>
          <p>
            <span class="faint small">{words.points}</span>
            <span class="metric-figure">{points === null ? '–' : score(points)}</span>
          </p>
          <p>
            <span class="faint small">{words.costs}</span>
            <span class="metric-figure">{points_lost === null ? '–' : delta(-points_lost)}</span>
          </p>
        </div>
        {na_reason && (
          <p class="notice">
            <Icon name="info" />
            <span>{na_reason}</span>
          </p>
        )}
        <dl class="facts">
          <dt>{words.formula}</dt>
          <dd>{formula}</dd>
          <dt>{words.division}</dt>
          <dd class="tabular">
            {division(numerator, denominator)}
            {value !== null && ` → ${inUnit(value, unit)}`}
          </dd>
          <dt>{words.weight}</dt>
          <dd>
            {words.weightOf(weight, metric.component)}
            {component && `, ${words.weightOfTotal(components[component].weight)}`}
          </dd>
        </dl>
        {now &&
          (isSame ? (
            <p class="faint small">{words.same}</p>
          ) : (
            <p class="notice warn">
              <Icon name="info" />
              <span>{words.differs(division(numerator, denominator), now)}</span>
            </p>
          ))}
      </div>
    </Panel>
  )
}

/** What the facts come to now, beside what was scored: late facts and corrections show here. */
function useFactsNow(code: string, period: string, { metric }: Metric) {
  const { data } = useRead('/api/sos/sellers/{seller_code}/score/facts', {
    path: { seller_code: code },
    query: { period, metric: metric as 'on_time_ready_rate', limit: 1 },
  })
  const isSame =
    data && data.numerator === data.scored?.numerator && data.denominator === data.scored?.denominator
  return { now: data && division(data.numerator, data.denominator), isSame }
}
