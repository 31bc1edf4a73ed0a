import { useRead } from '../../api/queries.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { named } from '../../words/metrics.ts'
import { words } from './words.ts'

/** Whether orders of the seller may be shipped; says nothing while all is well. */
export function Blocked({ code }: { code: string }) {
  const { may } = useMe()
  const { data } = useRead(
    '/api/sos/sellers/{seller_code}/enforcement',
    { path: { seller_code: code } },
    { enabled: may('enforcement.read') },
  )
  if (!data?.is_blocked && !data?.active_surcharges.length) return null
  const reasons = [...new Set(data.active_surcharges.map(({ reason }) => reason))]
  return (
    <div class={data.is_blocked ? 'notice bad' : 'notice'} role="status">
      <Icon name={data.is_blocked ? 'lock' : 'surcharges'} />
      <div>
        <strong>{data.is_blocked ? words.blocked : words.carries(data.active_surcharges.length)}</strong>{' '}
        <span dir="auto">{named(reasons[0] ?? '')}</span>{' '}
        {may('surcharges.read') && (
          <Link to={`/sellers/${encodeURIComponent(code)}?tab=surcharges`}>{words.seeSurcharges}</Link>
        )}
      </div>
    </div>
  )
}
