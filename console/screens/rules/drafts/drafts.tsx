import type { Answer } from '../../../api/types.ts'
import { count, day, month } from '../../../logic/format.ts'
import { Badge } from '../../../parts/badges.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { Page } from '../../../parts/page.tsx'
import { RecordList } from '../../../parts/record-list.tsx'
import { HOW_TO_DRAFT } from './draft-reads.ts'

const PATH = '/api/config/drafts'
type Draft = Answer<'GET', typeof PATH>['data'][number]

const COLUMNS: Column<Draft>[] = [
  {
    head: 'Name',
    cell: ({ id, name }) => (
      <Link to={`/rules/drafts/${id}`} class="wraps" dir="auto">
        {name}
      </Link>
    ),
  },
  {
    head: 'State',
    cell: ({ adopted_from }) =>
      adopted_from ? (
        <Badge tone="good">{`Adopted from ${month(adopted_from)} on`}</Badge>
      ) : (
        <Badge tone="info">Open</Badge>
      ),
  },
  { head: 'Changes', cell: ({ change_count }) => count(change_count), numeric: true },
  {
    head: 'Last change',
    cell: ({ updated_at, updated_by }) => (
      <span class="faint">{`${day(updated_at)}, user ${updated_by}`}</span>
    ),
    wide: true,
  },
]

/** Changes of the rules that count nothing yet. */
export default function Drafts() {
  const go = useGo()
  return (
    <Page title="Drafts of the rules" above={<Link to="/rules">Rules</Link>}>
      <RecordList
        title="Drafts"
        path={PATH}
        csv={false}
        height="16rem"
        caption="Drafts of the rules"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        onOpen={({ id }) => go(`/rules/drafts/${id}`)}
        none="There is no draft yet"
        hint={
          <>
            <p>{HOW_TO_DRAFT}</p>
            <Link class="button" to="/rules">
              To the rules
            </Link>
          </>
        }
        isShort
      />
    </Page>
  )
}
