import type { Answer } from '../../api/types.ts'
import { day, delta, month } from '../../logic/format.ts'
import { number, oneOf } from '../../logic/url-state.ts'
import type { Column } from '../../parts/data-table.tsx'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { Text } from '../../parts/text.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { nameOf } from '../../words/metrics.ts'
import { StateBadge } from './state-badge.tsx'
import { StateTiles, useMyStates } from './state-tiles.tsx'
import { REASON, STATES, type State } from './states-and-reasons.ts'

const LIST = { status: oneOf(STATES, ''), months: oneOf(['all'], ''), page: number(1) }

type Appeal = Answer<'GET', '/api/appeals'>['data'][number]

/** Appeals by state, first those that wait for the one who looks. */
export default function Appeals() {
  const [values, change] = useUrlState(LIST)
  const period = usePeriod()
  const { may } = useMe()
  const go = useGo()
  const mine = useMyStates()
  const inMonth = values.months === 'all' ? undefined : period
  return (
    <Page
      title="Appeals"
      above={inMonth ? month(inMonth) : undefined}
      actions={
        may('appeals.write') && (
          <Link to="/appeals/new" class="button primary">
            New appeal
          </Link>
        )
      }
    >
      <StateTiles
        period={inMonth}
        chosen={values.status}
        onChoose={(status) => change({ status, page: 1 })}
      />
      <RecordList
        title="Appeals"
        aside={
          <Checkbox
            checked={values.months !== 'all'}
            onValue={(checked) => change({ months: checked ? '' : 'all', page: 1 })}
          >
            Only this month
          </Checkbox>
        }
        path="/api/appeals"
        request={{ query: { status: values.status || undefined, period: inMonth } }}
        height="20rem"
        caption="Appeals against scores"
        columns={inMonth ? COLUMNS.filter(({ head }) => head !== 'Month') : COLUMNS}
        order={(one, other) => rankOf(one, mine) - rankOf(other, mine)}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/appeals/${id}`)}
        none="No appeal here"
        hint="An appeal is begun on a seller’s page, beside the component that it is about."
      />
    </Page>
  )
}

/** Those that wait for whoever looks come first; the others stay as the service has them. */
const rankOf = ({ status }: Appeal, mine: State[]) => (mine.includes(status) ? 0 : 1)

const COLUMNS: Column<Appeal>[] = [
  {
    head: 'Seller',
    cell: ({ id, seller_code, company_name }) => (
      <Link to={`/appeals/${id}`} class="appeal-cell">
        <Text class="cut">{company_name}</Text>
        <span class="faint small">{seller_code}</span>
      </Link>
    ),
  },
  { head: 'State', cell: ({ status }) => <StateBadge status={status} /> },
  { head: 'Component', cell: ({ component_appealed }) => nameOf(component_appealed) },
  {
    head: 'Effect on the total',
    numeric: true,
    cell: ({ score_before, score_after }) =>
      score_before && score_after ? delta(score_after.total_sos - score_before.total_sos) : '–',
  },
  {
    head: 'Reason',
    wide: true,
    cell: ({ appeal_reason_type }) => (
      <Text class="cut">{REASON[appeal_reason_type] ?? appeal_reason_type}</Text>
    ),
  },
  { head: 'Month', wide: true, cell: ({ period }) => month(period) },
  { head: 'By', wide: true, cell: ({ am_name }) => <span dir="auto">{am_name ?? '–'}</span> },
  { head: 'Submitted', wide: true, cell: ({ created_at }) => day(created_at) },
]
