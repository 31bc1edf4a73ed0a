import { useLocation, useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { Blocked } from './blocked.tsx'
import { PrintFoot } from './print-foot.tsx'
import { ScoreTab } from './score/score-tab.tsx'
import { TABS, type TabName, TabOf } from './tabs.tsx'
import { statusOf, words } from './words.ts'

/** One seller: its score of a month and all that belongs to it. Role `seller` sees this page about itself. */
export default function SellerPage() {
  const code = useRoute().params.code ?? ''
  const { may, user } = useMe()
  const { path } = useLocation()
  const period = usePeriod()
  const shown = TABS.filter(({ needs }) => may(needs))
  const [{ tab }] = useUrlState({
    tab: oneOf(
      shown.map(({ name }) => name),
      shown[0]?.name ?? '',
    ),
  })
  const mayRead = may('sellers.read')
  const seller = useRead('/api/sellers/{id}', { path: { id: code } }, { enabled: mayRead })
  const name = seller.data?.company_name ?? (user.seller_code === code ? words.myScore : code)
  return (
    <Page
      title={name}
      above={
        <>
          {mayRead && <Link to="/sellers">{common.sellers}</Link>}
          <span class="mono">{code}</span>
          {seller.data && seller.data.status !== 'active' && (
            <Badge tone="warn">{statusOf(seller.data.status)}</Badge>
          )}
          {seller.data?.am_name && <span dir="auto">{seller.data.am_name}</span>}
          {seller.data?.warehouse_name && <span dir="auto">{seller.data.warehouse_name}</span>}
        </>
      }
    >
      <Blocked key={path} code={code} />
      {shown.length > 1 && (
        <Tabs label={words.tabs} tabs={shown.map(({ name }) => [name, words[name]])} chosen={tab} />
      )}
      {tab === 'score' ? (
        <ScoreTab code={code} period={period} />
      ) : (
        tab && <TabOf name={tab as Exclude<TabName, 'score'>} code={code} />
      )}
      <PrintFoot code={code} period={period} />
    </Page>
  )
}
