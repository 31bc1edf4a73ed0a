import { useAsk } from '../../../../api/ask.ts'
import { month, score } from '../../../../logic/format.ts'
import type { Explanation } from '../../../../logic/seller/waterfall.ts'
import { type PathStep, type Tried, whatIfOf } from '../../../../logic/seller/what-if-state.ts'
import { Delta } from '../../../../parts/badges.tsx'
import { Button } from '../../../../parts/button.tsx'
import { useMe } from '../../../../parts/me.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { Problem } from '../../../../parts/problem.tsx'
import { useSettled } from '../../../../parts/use-settled.ts'
import type { Of } from '../score-tab.tsx'
import { MetricSlider } from './metric-slider.tsx'

/** How long a slider rests before the service is asked. */
const BEHIND_MS = 250

interface Props extends Of {
  basis: 'as_is' | 'pace'
  explanation: Explanation
  steps: readonly PathStep[]
  tried: Tried
  onTry: (tried: Tried | null) => void
}

/** Sliders for the metrics: what the score would be with other values. The service counts, by its own engine. */
export function WhatIfPanel({ code, period, basis, explanation, steps, tried, onTry }: Props) {
  const { current_period } = useMe()
  const asked = useSettled(JSON.stringify(whatIfOf(tried, steps)), BEHIND_MS)
  // A month that is over and as it was is the score itself.
  const isScore = asked === '{}' && period !== current_period
  const answer = useAsk(
    '/api/sos/sellers/{seller_code}/score/what-if',
    { path: { seller_code: code }, body: { period, basis, ...JSON.parse(asked) } },
    { enabled: !isScore },
  )
  const measured = explanation.metrics.filter(({ value }) => value !== null)
  const losing = measured.filter(({ points_lost, metric }) => points_lost || metric in tried.metrics)
  const full = measured.filter((metric) => !losing.includes(metric))
  const fromPath = new Map(tried.path ? steps.map((step) => [step.metric, step.value_after]) : [])
  const unchanged = { total_sos: explanation.total_sos, tier: explanation.tier.name }
  const { before, after, changes } = isScore
    ? { before: unchanged, after: unchanged, changes: [] }
    : { changes: [], ...answer.data }
  const sliders = (metrics: typeof measured) =>
    metrics.map((metric) => (
      <MetricSlider
        key={metric.metric}
        metric={metric}
        value={tried.metrics[metric.metric] ?? fromPath.get(metric.metric) ?? metric.value ?? 0}
        change={changes.find((one) => one.metric === metric.metric)?.total_delta}
        onValue={(value) => onTry({ ...tried, metrics: { ...tried.metrics, [metric.metric]: value } })}
      />
    ))
  const isTouched = tried.path || Object.keys(tried.metrics).length > 0
  return (
    <Panel
      title="What if"
      class="half no-print"
      aside={
        isTouched && (
          <Button class="small" onClick={() => onTry(null)}>
            Reset
          </Button>
        )
      }
    >
      <div class="stack">
        <p class="faint small">{`Move a metric and see what ${month(period)} would be${explanation.tier.is_rated ? ', tier included' : ''}. Nothing is changed.`}</p>
        <p class="would" aria-live="polite" aria-busy={answer.isFetching}>
          <span>
            {basis === 'pace' ? 'At the month’s end, at this pace, it would be' : 'The total would be'}
          </span>
          <strong class="would-figure">{score(after?.total_sos)}</strong>
          <span>{after?.tier}</span>
          {isTouched && after && before && <Delta value={after.total_sos - before.total_sos} />}
        </p>
        {answer.error && <Problem error={answer.error} onRetry={() => answer.refetch()} />}
        <div class="sliders">{sliders(losing)}</div>
        {full.length > 0 && (
          <details>
            <summary class="faint small">Metrics with all points</summary>
            <div class="sliders">{sliders(full)}</div>
          </details>
        )}
      </div>
    </Panel>
  )
}
