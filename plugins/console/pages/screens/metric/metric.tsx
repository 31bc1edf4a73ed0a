import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import { month } from '../../logic/format.ts'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { nameOf } from '../../words/metrics.ts'
import { Counted } from './counted.tsx'
import { CurvePanel } from './curve-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { words } from './words.ts'

/** One metric of one score: formula, curve, and the facts that it was counted from. */
export default function MetricPage() {
  const { code = '', period = '', metric = '' } = useRoute().params
  useChosenMonth(`/sellers/${encodeURIComponent(code)}`, period, metric)
  const explained = useRead('/api/sos/sellers/{seller_code}/score/explanation', {
    path: { seller_code: code },
    query: { period },
  })
  return (
    <Page
      title={nameOf(metric)}
      above={
        <>
          <Link to={`/sellers/${encodeURIComponent(code)}`} class="mono">
            {code}
          </Link>
          {/^\d{4}-\d\d$/.test(period) && <span>{month(period)}</span>}
        </>
      }
    >
      <Loaded of={explained} height="40rem">
        {({ metrics, components }) => {
          const found = metrics.find((one) => one.metric === metric)
          if (!found) return <Empty title={words.unknown(metric)} />
          return (
            <>
              <div class="grid">
                <Counted code={code} period={period} metric={found} components={components} />
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

/** The month is in the path here: choosing another one above leads to its page, and the choice above follows the path. */
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
