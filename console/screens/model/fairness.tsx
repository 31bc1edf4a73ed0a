import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, score } from '../../logic/format.ts'
import { oneOf, text } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Filters } from '../../parts/forms/filters.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { ReadPanel } from '../../parts/read-panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { TRAITS, words } from './traits-and-outcomes.ts'

type Group = Answer<'GET', '/api/sos/model/fairness'>['groups'][number]
type Trait = keyof typeof TRAITS

const NAMES = Object.keys(TRAITS) as Trait[]

/** The share of each group that reaches a tier, beside the best of them. */
export function Fairness() {
  const [{ by, favourable }, change] = useUrlState({ by: oneOf(NAMES, 'size'), favourable: text() })
  const known = useRead('/api/sos/tiers')
  const tiers = (known.data?.data ?? [])
    .filter(({ min_score }) => min_score !== null)
    .sort((a, b) => (b.min_score ?? 0) - (a.min_score ?? 0))
    .map(({ name }) => name)
  const middle = tiers[Math.floor((tiers.length - 1) / 2)] ?? ''
  const tier = tiers.includes(favourable) ? favourable : middle
  return (
    <ReadPanel
      class="flush"
      title={words.fairness}
      path="/api/sos/model/fairness"
      request={{ query: { by: by as Trait, favourable: tier } }}
      enabled={tier !== ''}
      keep
      height="16rem"
      above={
        <Filters
          class="pad"
          values={{ by, favourable: tier }}
          change={change}
          fields={[
            { name: 'by', label: 'Groups', options: Object.entries(TRAITS) },
            { name: 'favourable', label: 'Tier or above', options: tiers.map((name) => [name, name]) },
          ]}
        />
      }
    >
      {({ groups, best, sentence }) => (
        <>
          <p class="pad">
            <strong>{sentence}</strong>{' '}
            <span class="faint">With 95 % intervals. A flag asks for a look; it proves no cause.</span>
          </p>
          <DataTable
            caption={words.fairness}
            columns={columnsOf(by as Trait, best)}
            rows={groups}
            keyOf={({ id, group }) => `${id} ${group}`}
            empty={<Empty title="No rated scores in these months" />}
          />
        </>
      )}
    </ReadPanel>
  )
}

const columnsOf = (by: Trait, best: string | null): Column<Group>[] => [
  { head: 'Group', cell: (group) => <Name by={by} group={group} /> },
  { head: 'Sellers', numeric: true, cell: ({ sellers }) => count(sellers) },
  {
    head: 'Share',
    numeric: true,
    cell: ({ share, share_low, share_high }) => (
      <Within value={percent(share)} low={percent(share_low)} high={percent(share_high)} />
    ),
  },
  {
    head: 'To the best',
    numeric: true,
    cell: ({ ratio, ratio_low, ratio_high }) =>
      ratio === null ? '–' : <Within value={score(ratio)} low={score(ratio_low)} high={score(ratio_high)} />,
  },
  {
    head: 'Found',
    cell: ({ flagged, enough, group }) => {
      if (flagged) return <Badge tone="warn">Flagged</Badge>
      if (!enough) return <Badge>Not enough</Badge>
      return group !== null && group === best ? <Badge tone="good">Best</Badge> : 'Not flagged'
    },
  },
]

function Name({ by, group: { group, id } }: { by: Trait; group: Group }) {
  const name = group ?? 'Without one'
  const to = id !== null && (by === 'am' ? `/portfolios/${id}` : `/scores?warehouse=${id}`)
  return <bdi>{to ? <Link to={to}>{name}</Link> : name}</bdi>
}

export const percent = (share: number) => `${count(Math.round(share * 100))} %`

/** A figure with its interval. */
export const Within = ({ value, low, high }: { value: string; low: string; high: string }) => (
  <>
    {value} <span class="faint small">{`${low} to ${high}`}</span>
  </>
)
