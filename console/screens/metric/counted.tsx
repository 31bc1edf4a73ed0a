import { useRead } from '../../api/queries.ts'
import { count, delta, score } from '../../logic/format.ts'
import type { Explanation } from '../../logic/seller/waterfall.ts'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ASKED_A_FAULT, LEFT_OUT_SAID, METRICS } from '../../service.ts'
import { COMPONENTS, inUnit, nameOf } from '../../words/metrics.ts'
import { plain } from '../../words/plain.ts'

export type Metric = Explanation['metrics'][number]

interface Props {
  code: string
  period: string
  metric: Metric
  components: Explanation['components']
  unnamed: Explanation['unnamed']
}

const digits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 })

/** `251 ÷ 274` */
export const division = (numerator: number, denominator: number) =>
  `${digits.format(numerator)} ÷ ${digits.format(denominator)}`

/** `10 by the operator’s fault, 2 by the carrier’s fault` */
const leftOut = (by: NonNullable<Metric['left_out']>) =>
  Object.entries(by)
    .map(([reason, rows]) => `${count(rows)} ${LEFT_OUT_SAID[reason as keyof typeof by].replace("'", '’')}`)
    .join(', ')

/** How many of the facts behind a metric name no fault: they count as the seller’s. */
function Unnamed({ metric, unnamed = {} }: { metric: string; unnamed: Explanation['unnamed'] }) {
  const feed = METRICS.find(({ name }) => name === metric)?.fault_feed
  const facts = feed && unnamed[feed]
  if (!facts) return null
  const said = ASKED_A_FAULT[feed]
  return (
    <p class="faint small">{`${plain(said)} that name no fault, and count as the seller’s: ${count(facts)}.`}</p>
  )
}

/** What the metric is, and what it came to: formula, numbers, points. */
export function Counted({ code, period, metric, components, unnamed }: Props) {
  const { value, unit, points, points_lost, formula, numerator, denominator, weight, na_reason } = metric
  const component = COMPONENTS.find((name) => name === metric.component)
  const isNobodys = metric.left_out?.nobody !== undefined
  const { now, isSame } = useFactsNow(code, period, metric)
  return (
    <Panel title="How it is counted" class="half">
      <div class="stack">
        <div class="metric-figures">
          <p>
            <span class="faint small">Value</span>
            <span class="metric-figure">{inUnit(value, unit)}</span>
          </p>
          <p>
            <span class="faint small">Points</span>
            <span class="metric-figure">{points === null ? '–' : score(points)}</span>
          </p>
          <p>
            <span class="faint small">Costs the total</span>
            <span class="metric-figure">{points_lost === null ? '–' : delta(-points_lost)}</span>
          </p>
        </div>
        {na_reason && <Notice>{na_reason}</Notice>}
        {metric.left_out && <p class="small">{`Left out: ${leftOut(metric.left_out)}.`}</p>}
        {!isNobodys && <Unnamed metric={metric.metric} unnamed={unnamed} />}
        <Facts
          of={[
            ['Formula', formula],
            ['This month', [division(numerator, denominator), value !== null && ` → ${inUnit(value, unit)}`]],
            [
              'Weight',
              [
                `${count(weight)} % of ${nameOf(metric.component)}`,
                component && `, which weighs ${count(components[component].weight)} % of the total`,
              ],
            ],
          ]}
        />
        {now &&
          (isSame ? (
            <p class="faint small">The facts are still those that were scored.</p>
          ) : (
            <Notice warn icon="info">
              {`Scored with ${division(numerator, denominator)}; the facts are now ${now}. They count when the month is calculated again, unless the score is final.`}
            </Notice>
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
