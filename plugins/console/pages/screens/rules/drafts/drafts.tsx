import { useRead } from '../../../api/queries.ts'
import type { Answer } from '../../../api/types.ts'
import { count, day, month } from '../../../logic/format.ts'
import { number } from '../../../logic/url-state.ts'
import { Badge } from '../../../parts/badges.tsx'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { Link, useGo } from '../../../parts/link.tsx'
import { Empty, Loaded } from '../../../parts/loaded.tsx'
import { Page } from '../../../parts/page.tsx'
import { Pager } from '../../../parts/pager.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import { words as listWords } from '../words.ts'
import { words } from './words.ts'

const PATH = '/api/config/drafts'
type Draft = Answer<'GET', typeof PATH>['data'][number]

const COLUMNS: Column<Draft>[] = [
  {
    key: 'name',
    head: words.name,
    cell: ({ id, name }) => (
      <Link to={`/rules/drafts/${id}`} class="wraps" dir="auto">
        {name}
      </Link>
    ),
  },
  {
    key: 'state',
    head: words.state,
    cell: ({ adopted_from }) =>
      adopted_from ? (
        <Badge tone="good">{words.adopted(month(adopted_from))}</Badge>
      ) : (
        <Badge tone="info">{words.open}</Badge>
      ),
  },
  { key: 'changes', head: words.changes, cell: ({ change_count }) => count(change_count), numeric: true },
  {
    key: 'changed',
    head: words.lastChange,
    cell: ({ updated_at, updated_by }) => <span class="faint">{words.by(day(updated_at), updated_by)}</span>,
    wide: true,
  },
]

/** Changes of the rules that count nothing yet. */
export default function Drafts() {
  const go = useGo()
  const [{ page }, change] = useUrlState({ page: number(1) })
  const request = { query: { page, limit: 50 } }
  const read = useRead(PATH, request, { keep: true })
  return (
    <Page title={words.drafts} above={<Link to="/rules">{listWords.rules}</Link>}>
      <Panel title={listWords.drafts} class="flush" source={{ path: PATH, request }}>
        <Loaded of={read} height="16rem">
          {({ data, total, limit }) => (
            <DataTable
              caption={words.drafts}
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              onOpen={({ id }) => go(`/rules/drafts/${id}`)}
              empty={
                <Empty title={words.none}>
                  <p>{words.noneText}</p>
                  <Link class="button" to="/rules">
                    {words.toRules}
                  </Link>
                </Empty>
              }
              foot={
                total > limit && (
                  <Pager page={page} limit={limit} total={total} onPage={(next) => change({ page: next })} />
                )
              }
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}
