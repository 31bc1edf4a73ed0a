import { Waterfall } from '../../../charts/waterfall.tsx'
import { type Explanation, type Step, waterfallOf } from '../../../logic/waterfall.ts'
import { useHref } from '../../../parts/link.tsx'
import { Empty } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { nameOf } from '../../../words/metrics.ts'
import { words } from '../words.ts'
import type { Of } from './score-tab.tsx'

/** Where the points went, each step a way to its facts. */
export function WaterfallPanel({ code, period, explanation }: Of & { explanation: Explanation }) {
  const href = useHref()
  const of = { path: { seller_code: code }, query: { period } }
  const steps = waterfallOf(explanation)
  const page = `/sellers/${encodeURIComponent(code)}`
  function linkOf({ kind, of, component }: Step) {
    if (kind === 'exception') return href(`${page}?tab=exceptions`)
    if (kind === 'appeal') return href(`${page}?tab=appeals`)
    const metric =
      kind === 'metric' ? of : explanation.metrics.find((one) => one.component === component)?.metric
    return href(`${page}/${period}/${metric}`)
  }
  return (
    <Panel
      title={words.waterfall}
      source={{ path: '/api/sos/sellers/{seller_code}/score/explanation', request: of, csv: true }}
    >
      {steps.length === 0 ? (
        <Empty title={words.noSteps} />
      ) : (
        <Waterfall
          caption={words.waterfallText}
          steps={steps.map((step) => ({
            ...step,
            name: nameOfStep(step),
            about: step.kind === 'metric' ? nameOf(step.component) : (step.text ?? ''),
            href: linkOf(step),
          }))}
          total={explanation.total_sos}
        />
      )}
    </Panel>
  )
}

function nameOfStep({ kind, of }: Step): string {
  if (kind === 'imputed') return words.stepImputed(of)
  if (kind === 'exception') return words.stepException(of)
  return kind === 'appeal' ? words.stepAppeal(of) : nameOf(of)
}
