import { useRead } from '../../api/queries.ts'
import { moment, month, ratio, score } from '../../logic/format.ts'
import { chancesOf } from '../../logic/seller/chances.ts'
import { number, share } from '../../logic/url-state.ts'
import { TierBadge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { useManagers } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { LIMIT, type RowOf } from '../../parts/record-pages.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { useTier } from '../../parts/use-tier.ts'
import { useUrlState } from '../../parts/use-url-state.ts'

/** The chances to choose from; the address may hold any other. */
const RISKS = [0.1, 0.2, 0.3, 0.5]

/** Whose tier is likely to be lower at the month's end than it was, the most likely first. */
export default function Projections() {
  const go = useGo()
  const { current_period, scope, time_zone } = useMe()
  const period = usePeriod()
  const managers = useManagers()
  const [values, change] = useUrlState({ risk: share(0.3), am: number(), page: number(1) })
  const { risk, am, page } = values
  const request = {
    query: {
      period,
      risk: risk || undefined,
      am_id: scope.am_id === null ? am : undefined,
      page,
      limit: LIMIT,
    },
  }
  const list = useRead('/api/sos/projections', request, { keep: true })
  const asOf = list.data?.data[0]?.as_of
  const risks = [...new Set([...RISKS, risk])].filter((one) => one > 0).sort((a, b) => a - b)
  return (
    <Page
      title="Sellers at risk"
      above={
        <>
          <span>{month(period)}</span>
          {asOf && <span>{`from the facts as of ${moment(asOf, time_zone)}`}</span>}
        </>
      }
      actions={
        <Filters
          values={values}
          change={change}
          fields={[
            {
              name: 'risk',
              label: 'Chance to fall',
              options: [
                ['0', 'All sellers'],
                ...risks.map((one): [string, string] => [String(one), `over ${ratio(one)}`]),
              ],
            },
            { name: 'am', label: 'Account manager', options: managers },
          ]}
        />
      }
    >
      {period !== current_period && (
        <Notice>
          {`${month(period)} is not the running month: this is its last projection.`}{' '}
          <Link to={`/projections?period=${current_period}`}>{`Show ${month(current_period)}`}</Link>
        </Notice>
      )}
      <RecordList
        title="Likely to fall below their last final tier"
        path="/api/sos/projections"
        request={request}
        height="30rem"
        columns={useProjectionColumns()}
        keyOf={({ seller_code }) => seller_code}
        onOpen={(row) => go(pageOf(row))}
        none={risk > 0 ? 'No seller is in the list' : `No projections of ${month(period)}`}
        hint={
          risk > 0
            ? 'It is made every night. Choose a lower chance to see who comes next.'
            : 'Every night the running month of each active seller is projected; the list fills then.'
        }
      />
    </Page>
  )
}

type Row = RowOf<'/api/sos/projections'>

const pageOf = ({ seller_code, period }: Row) => sellerPath(seller_code, `?period=${period}`)

/** Sellers with what becomes of their tier. */
const useProjectionColumns = () => columnsOf(useTier())

const columnsOf = (tierOf: ReturnType<typeof useTier>): Column<Row>[] => [
  {
    head: 'Seller',
    cell: (row) => (
      <span class="at-risk">
        <Link to={pageOf(row)} class="mono">
          {row.seller_code}
        </Link>
        <span class="cut" dir="auto" title={row.company_name}>
          {row.company_name}
        </span>
      </span>
    ),
  },
  {
    head: 'Chance to fall',
    numeric: true,
    cell: ({ below_last_final }) => <strong>{ratio(below_last_final)}</strong>,
  },
  {
    head: 'Last final',
    cell: ({ seller_code, last_final }) =>
      last_final && (
        <span class="at-risk">
          <TierBadge tier={tierOf(last_final.tier)} />
          <Link class="faint small" to={sellerPath(seller_code, `?period=${last_final.period}`)}>
            {month(last_final.period)}
          </Link>
        </span>
      ),
  },
  {
    head: 'Most likely',
    cell: (row) => {
      const { name, probability } = chancesOf(row).likeliest
      return (
        <span class="row">
          <TierBadge tier={tierOf(name)} /> <span class="faint tabular">{ratio(probability)}</span>
        </span>
      )
    },
  },
  { head: 'Expected', numeric: true, cell: ({ expected_total }) => score(expected_total) },
  {
    head: '8 of 10 cases',
    numeric: true,
    wide: true,
    cell: ({ low, high }) => `${score(low)} – ${score(high)}`,
  },
]
