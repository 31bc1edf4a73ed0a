import { useState } from 'preact/hooks'
import { useAsk } from '../../api/ask.ts'
import { useSend } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { count, month, plural, score } from '../../logic/format.ts'
import { SURCHARGE_LIMIT, totalOf } from '../../logic/surcharge-sums.ts'
import { number } from '../../logic/url-state.ts'
import { Opener } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMoney, usePeriod } from '../../parts/me.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SellerLink } from '../../parts/seller-link.tsx'
import { Text } from '../../parts/text.tsx'
import { Tile } from '../../parts/tile.tsx'
import { toast } from '../../parts/toasts.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { named, nameOf } from '../../words/metrics.ts'
import { CHANGED_BY_SURCHARGE } from './change-dialog.tsx'
import { kindOf, Money } from './columns.tsx'

const PATH = '/api/surcharges/evaluate'

/** What the rules make of a month, shown first, made when somebody says so. */
export default function Evaluate() {
  const period = usePeriod()
  const go = useGo()
  const money = useMoney()
  const [{ page }, change] = useUrlState({ page: number(1) })
  const [asking, ask] = useState(false)
  const dry = useAsk(PATH, { body: { period, dry_run: true } })
  const found = dry.isPlaceholderData ? undefined : dry.data
  const fresh = found?.data.filter(({ created }) => created) ?? []
  const sum = money(totalOf(fresh))
  const creating = useSend('POST', PATH, {
    changes: CHANGED_BY_SURCHARGE,
    onDone({ created }) {
      toast(`${plural(created, 'surcharge is', 'surcharges are')} made.`)
      go('/surcharges?status=pending')
    },
  })
  function close() {
    ask(false)
    creating.reset()
  }
  return (
    <Page
      title="Evaluate the surcharge rules"
      above={
        <span class="row">
          <Link to="/surcharges">Surcharges</Link>
          <span>{month(period)}</span>
        </span>
      }
      actions={
        fresh.length > 0 && (
          <Opener class="primary" onClick={() => ask(true)}>
            {`Create ${fresh.length}`}
          </Opener>
        )
      }
    >
      <p class="faint">{`What the rules make of the scores of ${month(period)}. Nothing is written yet.`}</p>
      <div class="tiles small-tiles">
        {[
          ['New', found && count(fresh.length)],
          ['They come to', found && sum],
          ['Made before', found && count(found.existing)],
        ].map(([name, figure]) => (
          <Tile key={name} name={name ?? ''} figure={figure} />
        ))}
      </div>
      {found?.warnings?.map((warning) => (
        <Notice key={warning} warn>
          {warning}
        </Notice>
      ))}
      <Loaded of={{ ...dry, data: found }} height="30rem">
        {({ existing }) => (
          <FoundPanel
            rows={fresh}
            existing={existing}
            page={page}
            onPage={(next) => change({ page: next })}
          />
        )}
      </Loaded>
      <Confirm
        open={asking}
        title={`Create ${plural(fresh.length, 'surcharge', 'surcharges')}?`}
        action={`Create ${fresh.length}`}
        of={creating}
        onClose={close}
        onConfirm={() => creating.mutate({ body: { period, dry_run: false } })}
      >
        <p>{`${plural(fresh.length, 'pending surcharge', 'pending surcharges')} for ${month(period)}, ${sum} in all. Webhooks are told, and payment blocks block at once.`}</p>
      </Confirm>
    </Page>
  )
}

type Found = Model<'EvaluatedSurcharge'>

interface Props {
  rows: Found[]
  /** Those that were made before. */
  existing: number
  page: number
  onPage: (page: number) => void
}

/** What would be made, by seller. */
const FoundPanel = ({ rows, existing, page, onPage }: Props) => (
  <Panel class="flush" title="What would be made">
    <DataTable
      caption="What would be made"
      columns={COLUMNS}
      rows={rows.slice((page - 1) * SURCHARGE_LIMIT, page * SURCHARGE_LIMIT)}
      keyOf={({ seller_code, rule_id }) => `${seller_code} ${rule_id}`}
      empty={
        <Empty title="Nothing new to create">
          {existing > 0
            ? `${plural(existing, 'surcharge was', 'surcharges were')} made before. A rule brings a seller one surcharge a month.`
            : 'No seller’s score breaks a rule, or the month has not been calculated.'}
        </Empty>
      }
      foot={<Pager page={page} limit={SURCHARGE_LIMIT} total={rows.length} onPage={onPage} />}
    />
  </Panel>
)

const COLUMNS: Column<Found>[] = [
  { head: 'Seller', cell: ({ seller_code }) => <SellerLink code={seller_code} class="mono target" /> },
  { head: 'Kind', cell: ({ surcharge_type }) => kindOf(surcharge_type) },
  { head: 'Amount', numeric: true, cell: ({ amount }) => <Money value={amount} /> },
  {
    head: 'Measured',
    numeric: true,
    wide: true,
    cell: ({ metric, value }) => `${nameOf(metric)} ${score(value)}`,
  },
  { head: 'Limit', numeric: true, wide: true, cell: ({ threshold }) => score(threshold) },
  { head: 'Why', wide: true, cell: ({ reason }) => <Text class="why-cell small">{named(reason)}</Text> },
]
