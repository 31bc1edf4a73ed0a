import { useState } from 'preact/hooks'
import { useRead } from '../../../api/queries.ts'
import { moment } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import { Opener } from '../../../parts/button.tsx'
import { type Fact, Facts } from '../../../parts/facts.tsx'
import { EditDialog } from '../../../parts/forms/record-dialog.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useSellerFields } from '../../sellers/seller-fields.tsx'
import { STATES, StatusButton } from '../../sellers/status-button.tsx'

/** The seller's own data: who, where, since when; to edit, to suspend. */
export default function Record({ code }: { code: string }) {
  const { may, time_zone } = useMe()
  const [editing, edit] = useState(false)
  const fields = useSellerFields()
  const shown = [
    ...fields.filter(({ options }) => options), // where it belongs comes first
    ...fields.filter(({ options, name }) => !options && name !== 'company_name'),
  ]
  const of = { path: { id: code } }
  const read = useRead('/api/sellers/{id}', of)
  const seller = read.data
  return (
    <Panel
      title="Record"
      source={{ path: '/api/sellers/{id}', request: of }}
      aside={
        seller && (
          <>
            {may('audit.read') && <Link to={`/audit?entity=seller&id=${seller.id}`}>Who changed what</Link>}
            {may('sellers.write') && (
              <>
                <StatusButton seller={seller} />
                <Opener class="small" onClick={() => edit(true)}>
                  Edit
                </Opener>
              </>
            )}
          </>
        )
      }
    >
      <Loaded of={read} height="20rem">
        {(seller) => (
          <>
            <Facts
              of={[
                ['Seller code', <span class="mono">{seller.seller_code}</span>],
                ['Company name', seller.company_name],
                [
                  'State',
                  <Badge tone={seller.status === 'active' ? 'good' : 'warn'}>{STATES[seller.status]}</Badge>,
                ],
                ...shown.map(({ label, show }): Fact => [label, show(seller) ?? '–']),
                ...Object.entries(seller.metadata ?? {}).map(
                  ([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)],
                ),
                ['Last changed', moment(seller.updated_at, time_zone)],
              ]}
            />
            {editing && (
              <EditDialog
                path="/api/sellers"
                id={code}
                title="Edit"
                changes={['/api/sellers', '/api/sos']}
                fields={fields}
                onClose={() => edit(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
