import type { ComponentType } from 'preact'
import { useLocation, useRoute } from 'preact-iso/router'
import { useRead } from '../../api/queries.ts'
import { moment, month, plural } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { Icon } from '../../parts/icon.tsx'
import { lazy } from '../../parts/lazy.tsx'
import { Link } from '../../parts/link.tsx'
import { type Permission, useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { named } from '../../words/metrics.ts'
import { STATES } from '../sellers/status-button.tsx'
import { type Of, ScoreTab } from './score/score-tab.tsx'

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
  const Content = shown.find(({ name }) => name === tab)?.Content
  const mayRead = may('sellers.read')
  const seller = useRead('/api/sellers/{id}', { path: { id: code } }, { enabled: mayRead })
  const name = seller.data?.company_name ?? (user.seller_code === code ? 'My score' : code)
  return (
    <Page
      title={name}
      above={
        <>
          {mayRead && <Link to="/sellers">Sellers</Link>}
          <span class="mono">{code}</span>
          {seller.data && seller.data.status !== 'active' && (
            <Badge tone="warn">{STATES[seller.data.status]}</Badge>
          )}
          {seller.data?.am_name && <span dir="auto">{seller.data.am_name}</span>}
          {seller.data?.warehouse_name && <span dir="auto">{seller.data.warehouse_name}</span>}
        </>
      }
    >
      <Blocked key={path} code={code} status={seller.data?.status} />
      {shown.length > 1 && (
        <Tabs label="About the seller" tabs={shown.map(({ name, title }) => [name, title])} chosen={tab} />
      )}
      {Content && <Content code={code} period={period} />}
      <PrintFoot code={code} period={period} />
    </Page>
  )
}

/** On paper: of which seller and month this is, and as of when. */
function PrintFoot({ code, period }: { code: string; period: string }) {
  const { may, time_zone } = useMe()
  const { data } = useRead(
    '/api/sos/sellers/{seller_code}/score/explanation',
    { path: { seller_code: code }, query: { period } },
    { enabled: may('seller-scores.read') },
  )
  return data ? (
    <p class="print-foot">{`${code} · ${month(period)} · facts as of ${moment(data.run.as_of, time_zone)}`}</p>
  ) : null
}

interface Tab {
  name: string
  title: string
  needs: Permission
  Content: ComponentType<Of>
}

/** The parts of the page, each with the permission that shows it. */
const TABS: Tab[] = [
  { name: 'score', title: 'Score', needs: 'seller-scores.read', Content: ScoreTab },
  lazyTab('exceptions', 'Exceptions', 'exceptions.read', () => import('./tabs/exceptions.tsx')),
  lazyTab('surcharges', 'Surcharges', 'surcharges.read', () => import('./tabs/surcharges.tsx')),
  lazyTab('appeals', 'Appeals', 'appeals.read', () => import('./tabs/appeals.tsx')),
  lazyTab('campaigns', 'Campaigns', 'campaigns.read', () => import('./tabs/campaigns.tsx')),
  lazyTab('record', 'Record', 'sellers.read', () => import('./tabs/record.tsx')),
]

/** A part with a script of its own. */
function lazyTab(name: string, title: string, needs: Permission, load: Parameters<typeof lazy<Of>>[0]): Tab {
  return { name, title, needs, Content: lazy(load) }
}

interface Props {
  code: string
  /** Of the seller, where the reader may know it. */
  status: string | undefined
}

/** Whether orders of the seller may be shipped, and what stops them; says nothing while all is well. */
function Blocked({ code, status }: Props) {
  const { may } = useMe()
  const { data } = useRead(
    '/api/sos/sellers/{seller_code}/enforcement',
    { path: { seller_code: code } },
    { enabled: may('enforcement.read') },
  )
  if (!data?.is_blocked && !data?.active_surcharges.length) return null
  const { is_blocked, active_surcharges: active } = data
  const told = is_blocked ? active.filter(({ type }) => type === 'payment_block') : active
  const reasons = [...new Set(told.map(({ reason }) => named(reason)))]
  // No surcharge blocks a seller whose status does.
  const stopped = is_blocked && (status ? status !== 'active' : told.length === 0)
  const [tab, needs, see] = stopped
    ? (['record', 'sellers.read', 'See the record'] as const)
    : (['surcharges', 'surcharges.read', 'See the surcharges'] as const)
  return (
    <div class={is_blocked ? 'notice bad' : 'notice'} role="status">
      <Icon name={is_blocked ? 'lock' : 'surcharges'} />
      <div>
        <strong>
          {is_blocked
            ? 'Orders of this seller are blocked.'
            : `${plural(active.length, 'active surcharge', 'active surcharges')}, not blocked.`}
        </strong>{' '}
        {stopped && <>{`The seller is ${status ?? 'suspended or terminated'}.`} </>}
        <span dir="auto">{reasons.join(' · ')}</span>{' '}
        {may(needs) && <Link to={sellerPath(code, `?tab=${tab}`)}>{see}</Link>}
      </div>
    </div>
  )
}
