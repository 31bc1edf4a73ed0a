import type { Model } from '../../api/types.ts'
import { month, plural, score } from '../../logic/format.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { ReadPanel } from '../../parts/read-panel.tsx'
import { Text } from '../../parts/text.tsx'
import { DECISION } from './states-and-reasons.ts'

const LIKE_THIS = 'Appeals about the same component of a score near this one, the nearest first.'

type Precedent = Model<'AppealPrecedent'>

/** How appeals like this one were decided. */
export function Precedents({ id }: { id: number }) {
  return (
    <ReadPanel
      title="Appeals like this one"
      class="flush"
      path="/api/appeals/{id}/precedents"
      request={{ path: { id }, query: { limit: 5 } }}
      height="8rem"
    >
      {({ data, outcomes }) => (
        <DataTable
          caption="Appeals like this one"
          columns={COLUMNS}
          rows={data}
          keyOf={({ appeal_id, decided_at }) => appeal_id ?? decided_at}
          empty={<Empty title="No appeal like this has been decided.">{LIKE_THIS}</Empty>}
          foot={
            <p class="faint small panel-foot">
              {`${plural(outcomes.decided, 'appeal', 'appeals')} like this decided.`} {LIKE_THIS}
            </p>
          }
        />
      )}
    </ReadPanel>
  )
}

const TONES: Record<string, Tone> = { approved: 'good', partially_approved: 'good', rejected: 'bad' }

const change = (before: number, after: number | null) =>
  after === null ? score(before) : `${score(before)} → ${score(after)}`

const COLUMNS: Column<Precedent>[] = [
  {
    head: 'Appeal',
    cell: ({ appeal_id, seller_code, company_name, period }) => (
      <span class="appeal-cell">
        <Text class="cut">
          {appeal_id ? (
            <Link to={`/appeals/${appeal_id}`}>{company_name ?? seller_code}</Link>
          ) : (
            'Another seller'
          )}
        </Text>
        <span class="faint small">{month(period)}</span>
      </span>
    ),
  },
  { head: 'Decision', cell: ({ decision }) => <Badge tone={TONES[decision]}>{DECISION[decision]}</Badge> },
  { head: 'Points', numeric: true, cell: ({ raw_before, raw_after }) => change(raw_before, raw_after) },
  {
    head: 'Total',
    numeric: true,
    wide: true,
    cell: ({ total_before, total_after }) => change(total_before, total_after),
  },
]
