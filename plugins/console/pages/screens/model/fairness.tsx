import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, score } from '../../logic/format.ts'
import { oneOf, text } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { TRAITS, words } from './words.ts'

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
  const request = { query: { by: by as Trait, favourable: tier } }
  const read = useRead('/api/sos/model/fairness', request, { enabled: tier !== '', keep: true })
  return (
    <Panel class="flush" title={words.fairness} source={{ path: '/api/sos/model/fairness', request }}>
      <div class="filters pad">
        <SelectField
          label={words.by}
          value={by}
          onValue={(by) => change({ by: by as Trait })}
          options={Object.entries(TRAITS)}
        />
        <SelectField
          label={words.favourable}
          value={tier}
          onValue={(favourable) => change({ favourable })}
          options={tiers.map((name) => [name, name])}
        />
      </div>
      <Loaded of={read} height="16rem">
        {({ groups, best, sentence }) => (
          <>
            <p class="pad">
              <strong>{sentence}</strong> <span class="faint">{words.fairnessNote}</span>
            </p>
            <DataTable
              caption={words.fairness}
              columns={columnsOf(by as Trait, best)}
              rows={groups}
              keyOf={({ id, group }) => `${id} ${group}`}
              empty={<Empty title={words.noGroups} />}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const columnsOf = (by: Trait, best: string | null): Column<Group>[] => [
  { key: 'group', head: words.group, cell: (group) => <Name by={by} group={group} /> },
  { key: 'sellers', head: words.sellers, numeric: true, cell: ({ sellers }) => count(sellers) },
  {
    key: 'share',
    head: words.share,
    numeric: true,
    cell: ({ share, share_low, share_high }) => (
      <Within value={words.percent(share)} low={words.percent(share_low)} high={words.percent(share_high)} />
    ),
  },
  {
    key: 'ratio',
    head: words.ratio,
    numeric: true,
    cell: ({ ratio, ratio_low, ratio_high }) =>
      ratio === null ? '–' : <Within value={score(ratio)} low={score(ratio_low)} high={score(ratio_high)} />,
  },
  {
    key: 'state',
    head: words.state,
    cell: ({ flagged, enough, group }) => {
      if (flagged) return <Badge tone="warn">{words.flagged}</Badge>
      if (!enough) return <Badge>{words.notEnough}</Badge>
      return group !== null && group === best ? <Badge tone="good">{words.best}</Badge> : words.fine
    },
  },
]

function Name({ by, group: { group, id } }: { by: Trait; group: Group }) {
  const name = group ?? words.noGroup
  const to = id !== null && (by === 'am' ? `/portfolios/${id}` : `/scores?warehouse=${id}`)
  return <bdi>{to ? <Link to={to}>{name}</Link> : name}</bdi>
}

/** A figure with its interval. */
export const Within = ({ value, low, high }: { value: string; low: string; high: string }) => (
  <>
    {value} <span class="faint small">{words.between(low, high)}</span>
  </>
)
