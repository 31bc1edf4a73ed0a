import { useState } from 'preact/hooks'
import { useRead, useSend } from '../../api/queries.ts'
import type { Model, Request } from '../../api/types.ts'
import { plural } from '../../logic/format.ts'
import { keysOf, number, oneOf, text } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { Opener } from '../../parts/button.tsx'
import type { Columns } from '../../parts/data-table.tsx'
import { allOr, useManagers, useWarehouses } from '../../parts/forms/choices.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { Filters } from '../../parts/forms/filters.tsx'
import type { FormField } from '../../parts/forms/form-field.tsx'
import { RecordForm } from '../../parts/forms/record-form.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { LIMIT } from '../../parts/record-pages.tsx'
import { SellerLink, sellerPath } from '../../parts/seller-link.tsx'
import { Text } from '../../parts/text.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { useSellerFields } from './seller-fields.tsx'
import { STATES, StatusButton } from './status-button.tsx'

/** All sellers, whatever their state. */
export default function Sellers() {
  const { may } = useMe()
  const go = useGo()
  const [creating, create] = useState(false)
  const [state, change] = useUrlState({
    search: text(),
    status: oneOf(keysOf(STATES), ''),
    warehouse: number(),
    am: number(),
    page: number(1),
  })
  const request = {
    query: {
      status: state.status || ('all' as const),
      search: state.search.trim() || undefined,
      warehouse_id: state.warehouse,
      am_id: state.am,
      page: state.page,
      limit: LIMIT,
    },
  }
  const list = useRead('/api/sellers', request, { keep: true })
  const columns = useSellerColumns(list.data?.data ?? [])
  const warehouses = useWarehouses()
  const managers = useManagers()
  const isFiltered = Boolean(state.search || state.status || state.warehouse || state.am)
  return (
    <Page
      title="Sellers"
      actions={
        may('sellers.write') && (
          <Opener class="primary" onClick={() => create(true)} icon="plus">
            New seller
          </Opener>
        )
      }
    >
      <Filters
        values={state}
        change={change}
        fields={[
          { name: 'search', label: 'Search', placeholder: 'Code or name' },
          { name: 'status', label: 'State', options: allOr(STATES) },
          { name: 'warehouse', label: 'Warehouse', options: warehouses },
          { name: 'am', label: 'Account manager', options: managers },
        ]}
      />
      <RecordList
        title="Sellers"
        caption="Sellers with their state"
        path="/api/sellers"
        request={request}
        height="40rem"
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ seller_code }) => go(sellerPath(seller_code))}
        onClear={
          isFiltered
            ? () => change({ search: '', status: '', warehouse: undefined, am: undefined, page: 1 })
            : undefined
        }
        none="No seller yet"
        hint="Sellers come with the sellers feed, or one by one from here."
      />
      <NewSeller open={creating} onClose={() => create(false)} />
    </Page>
  )
}

const CODE: FormField = {
  name: 'seller_code',
  label: 'Seller code',
  hint: 'The code by which all systems know the seller; with at least one letter.',
  required: true,
  maxLength: 100,
}

/** A form for a new seller. */
function NewSeller({ open, onClose }: { open: boolean; onClose: () => void }) {
  const fields = [CODE, ...useSellerFields()]
  const go = useGo()
  const create = useSend('POST', '/api/sellers', { changes: ['/api/sellers', '/api/sos'] })
  async function save(body: Request<'POST', '/api/sellers'>['body']) {
    await create.mutateAsync({ body })
    toast(`${body.seller_code} is created.`)
    go(sellerPath(body.seller_code))
  }
  return (
    <Dialog title="New seller" open={open} onClose={onClose} form="side">
      <RecordForm fields={fields} action="Create the seller" save={save} onClose={onClose} />
    </Dialog>
  )
}

type Seller = Model<'Seller'>

const TONES = { active: 'good', suspended: 'warn', terminated: 'bad' } as const

/** Sellers with their state and whether their orders may be shipped. */
function useSellerColumns(rows: Seller[]): Columns<Seller> {
  const { may } = useMe()
  const blocks = useBlocks(rows)
  return [
    { head: 'Code', cell: ({ seller_code }) => <SellerLink code={seller_code} /> },
    { head: 'Name', cell: ({ company_name }) => <Text class="wraps">{company_name}</Text> },
    { wide: true, head: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{STATES[status]}</Badge> },
    blocks !== null && {
      head: 'Shipping',
      cell: ({ seller_code }) => {
        const found = blocks.get(seller_code)
        if (!found) return <span class="faint">–</span>
        return found.is_blocked ? (
          <Badge tone="bad">Blocked</Badge>
        ) : found.active_surcharges.length > 0 ? (
          plural(found.active_surcharges.length, 'surcharge', 'surcharges')
        ) : (
          <span class="faint">Free</span>
        )
      },
    },
    { head: 'Warehouse', wide: true, cell: ({ warehouse_name }) => warehouse_name ?? '–' },
    { head: 'Account manager', wide: true, cell: ({ am_name }) => <span dir="auto">{am_name ?? '–'}</span> },
    { head: 'Contract', wide: true, cell: ({ contract_type }) => contract_type ?? '–' },
    may('sellers.write') && {
      head: 'Action',
      wide: true,
      cell: (seller) => <StatusButton seller={seller} />,
    },
  ]
}

/** Whether the sellers of a page are blocked: one question for all of them. */
function useBlocks(rows: Seller[]) {
  const { may } = useMe()
  const codes = rows.map(({ seller_code }) => seller_code).join()
  const { data } = useRead(
    '/api/sos/enforcement',
    { query: { seller_codes: codes } },
    { enabled: may('enforcement.read') && codes !== '', keep: true },
  )
  if (!may('enforcement.read')) return null
  return new Map((data?.data ?? []).map((one) => [one.seller_code, one]))
}
