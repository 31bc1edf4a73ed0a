import { Waterfall } from '../../../charts/waterfall.tsx'
import { type Explanation, type Step, waterfallOf } from '../../../logic/seller/waterfall.ts'
import { useHref } from '../../../parts/link.tsx'
import { Empty } from '../../../parts/loaded.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { sellerPath } from '../../../parts/seller-link.tsx'
import { nameOf } from '../../../words/metrics.ts'
import type { Of } from './score-tab.tsx'

/** Where the points went, each step a way to its facts. */
export function WaterfallPanel({ code, period, explanation }: Of & { explanation: Explanation }) {
  const href = useHref()
  const of = { path: { seller_code: code }, query: { period } }
  const steps = waterfallOf(explanation)
  const page = sellerPath(code)
  function linkOf({ kind, of, component }: Step) {
    if (kind === 'exception') return href(`${page}?tab=exceptions`)
    if (kind === 'appeal') return href(`${page}?tab=appeals`)
    const metric =
      kind === 'metric' ? of : explanation.metrics.find((one) => one.component === component)?.metric
    return href(`${page}/${period}/${metric}`)
  }
  return (
    <Panel
      title="From 100 to the total"
      source={{ path: '/api/sos/sellers/{seller_code}/score/explanation', request: of, csv: true }}
    >
      {steps.length === 0 ? (
        <Empty title="Nothing was lost: all 100 points." />
      ) : (
        <Waterfall
          caption="Each step is what one metric costs. Choose one to see how it is counted."
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
  if (kind === 'imputed') return `${nameOf(of)} without data`
  if (kind === 'exception') return `Exception on ${nameOf(of)}`
  return kind === 'appeal' ? `Appeal of ${nameOf(of)}` : nameOf(of)
}
