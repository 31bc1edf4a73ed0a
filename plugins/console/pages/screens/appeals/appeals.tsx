import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { day, delta, month } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { nameOf } from '../../words/metrics.ts'
import { StateBadge } from './state-badge.tsx'
import { StateTiles, useMyStates } from './state-tiles.tsx'
import { REASON, STATES, type State, words } from './words.ts'

const LIST = { status: oneOf(STATES, ''), months: oneOf(['all'], ''), page: number(1) }
const LIMIT = 50

type Appeal = Answer<'GET', '/api/appeals'>['data'][number]

/** Appeals by state, first those that wait for the one who looks. */
export default function Appeals() {
  const [values, change] = useUrlState(LIST)
  const period = usePeriod()
  const { may } = useMe()
  const go = useGo()
  const mine = useMyStates()
  const inMonth = values.months === 'all' ? undefined : period
  const request = {
    query: { status: values.status || undefined, period: inMonth, page: values.page, limit: LIMIT },
  }
  const list = useRead('/api/appeals', request, { keep: true })
  return (
    <Page
      title={words.title}
      above={inMonth ? month(inMonth) : undefined}
      actions={
        may('appeals.write') && (
          <Link to="/appeals/new" class="button primary">
            {words.newAppeal}
          </Link>
        )
      }
    >
      <StateTiles
        period={inMonth}
        chosen={values.status}
        onChoose={(status) => change({ status, page: 1 })}
      />
      <Panel
        class="flush"
        title={words.title}
        source={{ path: '/api/appeals', request, csv: true }}
        aside={
          <label class="row">
            <input
              type="checkbox"
              checked={values.months !== 'all'}
              onChange={(event) => change({ months: event.currentTarget.checked ? '' : 'all', page: 1 })}
            />
            {words.onlyMonth}
          </label>
        }
      >
        <Loaded of={list} height="20rem">
          {({ data, total }) => (
            <DataTable
              caption={words.caption}
              columns={inMonth ? COLUMNS.filter(({ key }) => key !== 'month') : COLUMNS}
              rows={[...data].sort((one, other) => rankOf(one, mine) - rankOf(other, mine))}
              keyOf={({ id }) => id}
              onOpen={({ id }) => go(`/appeals/${id}`)}
              empty={<Empty title={words.none}>{words.noneText}</Empty>}
              foot={
                <Pager page={values.page} limit={LIMIT} total={total} onPage={(page) => change({ page })} />
              }
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}

/** Those that wait for whoever looks come first; the others stay as the service has them. */
const rankOf = ({ status }: Appeal, mine: State[]) => (mine.includes(status) ? 0 : 1)

const COLUMNS: Column<Appeal>[] = [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ id, seller_code, company_name }) => (
      <Link to={`/appeals/${id}`} class="appeal-cell">
        <span dir="auto" class="cut">
          {company_name}
        </span>
        <span class="faint small">{seller_code}</span>
      </Link>
    ),
  },
  { key: 'state', head: words.state, cell: ({ status }) => <StateBadge state={status} /> },
  { key: 'component', head: words.component, cell: ({ component_appealed }) => nameOf(component_appealed) },
  {
    key: 'effect',
    head: words.effect,
    numeric: true,
    cell: ({ score_before, score_after }) =>
      score_before && score_after ? delta(score_after.total_sos - score_before.total_sos) : '–',
  },
  {
    key: 'reason',
    head: words.reason,
    wide: true,
    cell: ({ appeal_reason_type }) => (
      <span class="cut" dir="auto">
        {REASON[appeal_reason_type] ?? appeal_reason_type}
      </span>
    ),
  },
  { key: 'month', head: words.month, wide: true, cell: ({ period }) => month(period) },
  {
    key: 'by',
    head: words.submittedBy,
    wide: true,
    cell: ({ am_name }) => <span dir="auto">{am_name ?? '–'}</span>,
  },
  { key: 'at', head: words.submitted, wide: true, cell: ({ created_at }) => day(created_at) },
]
