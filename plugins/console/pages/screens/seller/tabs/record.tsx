import { useState } from 'preact/hooks'
import { useRead } from '../../../api/queries.ts'
import { day, moment } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useStatus } from '../../sellers/use-status.ts'
import { words as names } from '../../sellers/words.ts'
import { EditSeller } from './edit-seller.tsx'
import { words } from './words.ts'

/** The seller's own data: who, where, since when; to edit, to suspend. */
export default function Record({ code }: { code: string }) {
  const { may, time_zone } = useMe()
  const [editing, edit] = useState(false)
  const setStatus = useStatus()
  const of = { path: { id: code } }
  const read = useRead('/api/sellers/{id}', of)
  const seller = read.data
  return (
    <Panel
      title={words.record}
      source={{ path: '/api/sellers/{id}', request: of }}
      aside={
        seller && (
          <>
            {may('audit.read') && <Link to={`/audit?entity=seller&id=${seller.id}`}>{words.audit}</Link>}
            {may('sellers.write') && (
              <>
                {seller.status !== 'terminated' && (
                  <button
                    type="button"
                    class="button small"
                    onClick={() => setStatus(seller, seller.status === 'active' ? 'suspended' : 'active')}
                  >
                    {seller.status === 'active' ? names.suspend : names.reactivate}
                  </button>
                )}
                <button type="button" class="button small" onClick={() => edit(true)}>
                  {words.edit}
                </button>
              </>
            )}
          </>
        )
      }
    >
      <Loaded of={read} height="20rem">
        {(seller) => (
          <>
            <dl class="facts">
              <dt>{names.seller_code}</dt>
              <dd class="mono">{seller.seller_code}</dd>
              <dt>{names.company_name}</dt>
              <dd dir="auto">{seller.company_name}</dd>
              <dt>{names.status}</dt>
              <dd>
                <Badge tone={seller.status === 'active' ? 'good' : 'warn'}>{names[seller.status]}</Badge>
              </dd>
              <dt>{names.warehouse}</dt>
              <dd dir="auto">{seller.warehouse_name ?? '–'}</dd>
              <dt>{names.am}</dt>
              <dd dir="auto">{seller.am_name ?? '–'}</dd>
              <dt>{names.contract_type}</dt>
              <dd dir="auto">{seller.contract_type ?? '–'}</dd>
              <dt>{names.contract_start_date}</dt>
              <dd>{seller.contract_start_date ? day(seller.contract_start_date) : '–'}</dd>
              <dt>{names.oms_system_type}</dt>
              <dd dir="auto">{seller.oms_system_type ?? '–'}</dd>
              <dt>{names.payment_terms_days}</dt>
              <dd>{seller.payment_terms_days ?? '–'}</dd>
              {Object.entries(seller.metadata ?? {}).map(([name, value]) => [
                <dt key={name} dir="auto">
                  {name}
                </dt>,
                <dd key={`${name} value`} dir="auto">
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </dd>,
              ])}
              <dt>{words.changed}</dt>
              <dd>{moment(seller.updated_at, time_zone)}</dd>
            </dl>
            {editing && <EditSeller code={code} read={read} onClose={() => edit(false)} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
