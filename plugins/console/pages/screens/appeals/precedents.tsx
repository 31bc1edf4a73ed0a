import { useRead } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { month, score } from '../../logic/format.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DECISION, words } from './words.ts'

const PATH = '/api/appeals/{id}/precedents'
type Precedent = Model<'AppealPrecedent'>

/** How appeals like this one were decided. */
export function Precedents({ id }: { id: number }) {
  const request = { path: { id }, query: { limit: 5 } }
  const read = useRead(PATH, request)
  return (
    <Panel title={words.precedents} class="flush" source={{ path: PATH, request }}>
      <Loaded of={read} height="8rem">
        {({ data, outcomes }) => (
          <DataTable
            caption={words.precedents}
            columns={COLUMNS}
            rows={data}
            keyOf={({ appeal_id, decided_at }) => appeal_id ?? decided_at}
            empty={<Empty title={words.precedentsText(0)}>{words.likeThis}</Empty>}
            foot={
              <p class="faint small panel-foot">
                {words.precedentsText(outcomes.decided)} {words.likeThis}
              </p>
            }
          />
        )}
      </Loaded>
    </Panel>
  )
}

const TONES: Record<string, Tone> = { approved: 'good', partially_approved: 'good', rejected: 'bad' }

const change = (before: number, after: number | null) =>
  after === null ? score(before) : `${score(before)} → ${score(after)}`

const COLUMNS: Column<Precedent>[] = [
  {
    key: 'appeal',
    head: words.similar,
    cell: ({ appeal_id, seller_code, company_name, period }) => (
      <span class="appeal-cell">
        <span class="cut" dir="auto">
          {appeal_id ? (
            <Link to={`/appeals/${appeal_id}`}>{company_name ?? seller_code}</Link>
          ) : (
            words.anonymous
          )}
        </span>
        <span class="faint small">{month(period)}</span>
      </span>
    ),
  },
  {
    key: 'decision',
    head: words.decision,
    cell: ({ decision }) => <Badge tone={TONES[decision]}>{DECISION[decision]}</Badge>,
  },
  {
    key: 'raw',
    head: words.rawColumn,
    numeric: true,
    cell: ({ raw_before, raw_after }) => change(raw_before, raw_after),
  },
  {
    key: 'total',
    head: words.totalColumn,
    numeric: true,
    wide: true,
    cell: ({ total_before, total_after }) => change(total_before, total_after),
  },
]
