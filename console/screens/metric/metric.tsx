import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import { Curve } from '../../charts/curve.tsx'
import { month, score } from '../../logic/format.ts'
import { useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SellerLink, sellerPath } from '../../parts/seller-link.tsx'
import { inUnit, nameOf } from '../../words/metrics.ts'
import { Counted, type Metric } from './counted.tsx'
import { FactsPanel } from './facts-panel.tsx'

/** One metric of one score: formula, curve, and the facts that it was counted from. */
export default function MetricPage() {
  const { code = '', period = '', metric = '' } = useRoute().params
  useChosenMonth(sellerPath(code), period, metric)
  const explained = useRead('/api/sos/sellers/{seller_code}/score/explanation', {
    path: { seller_code: code },
    query: { period },
  })
  return (
    <Page
      title={nameOf(metric)}
      above={
        <>
          <SellerLink code={code} />
          {/^\d{4}-\d\d$/.test(period) && <span>{month(period)}</span>}
        </>
      }
    >
      <Loaded of={explained} height="40rem">
        {({ metrics, components, unnamed }) => {
          const found = metrics.find((one) => one.metric === metric)
          if (!found) return <Empty title={`There is no metric ${metric}.`} />
          return (
            <>
              <div class="grid">
                <Counted
                  code={code}
                  period={period}
                  metric={found}
                  components={components}
                  unnamed={unnamed}
                />
                <CurvePanel metric={found} />
              </div>
              <FactsPanel code={code} period={period} metric={found} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/**
 * The month is in the path here: choosing another one above leads to its page, and the choice above follows the path.
 */
function useChosenMonth(page: string, period: string, metric: string) {
  const { query } = useLocation()
  const chosen = usePeriod()
  const go = useGo()
  useEffect(() => {
    if (chosen === period) return
    const to = query.period ? chosen : period
    go(`${page}/${to}/${metric}?${new URLSearchParams({ ...query, period: to })}`, true)
  })
}

/** The value on its curve. */
function CurvePanel({ metric: { metric, curve, unit, value, points } }: { metric: Metric }) {
  return (
    <Panel title="Its points" class="half">
      <Curve
        label={nameOf(metric)}
        curve={curve as [number, number][]}
        unit={unit}
        marks={
          value === null || points === null
            ? []
            : [{ value, points, label: `${inUnit(value, unit)} → ${score(points)}` }]
        }
      />
    </Panel>
  )
}
