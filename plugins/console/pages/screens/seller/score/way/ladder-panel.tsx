import { score } from '../../../../logic/format.ts'
import { ladderOf, type Rung } from '../../../../logic/ladder.ts'
import type { Explanation } from '../../../../logic/waterfall.ts'
import { DataTable } from '../../../../parts/data-table.tsx'
import { Link } from '../../../../parts/link.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { inUnit, nameOf } from '../../../../words/metrics.ts'
import { wordsOf } from '../../../../words/words.ts'
import type { Of } from '../score-tab.tsx'

const words = wordsOf({
  title: (tier: string) => `One thing alone for ${tier}`,
  text: (tier: string) => `What a single metric must reach for ${tier}, with everything else as it is.`,
  metric: 'Metric',
  now: 'Now',
  needed: 'Must reach',
  never: (total: string) => `not alone: ${total} at best`,
  bent: 'An exception or an appeal decides part of this score, so single metrics cannot be read off. The path above counts with them.',
  none: (tier: string) => `No metric reaches ${tier} alone. The path above combines several.`,
})

/** What each metric alone must reach for the next tier, read off its curve. */
export function LadderPanel({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { next, is_rated } = explanation.tier
  if (!next || !is_rated) return null
  const rungs = ladderOf(explanation)
  const page = `/sellers/${encodeURIComponent(code)}/${period}`
  const ordered = rungs?.toSorted((a, b) => Number(a.needed === null) - Number(b.needed === null))
  return (
    <Panel title={words.title(next.name)} class="flush two-thirds ladder">
      <p class="faint small pad">
        {!ordered
          ? words.bent
          : ordered.every(({ needed }) => needed === null)
            ? words.none(next.name)
            : words.text(next.name)}
      </p>
      {ordered && (
        <DataTable<Rung>
          caption={words.title(next.name)}
          rows={ordered}
          keyOf={({ metric }) => metric}
          columns={[
            {
              key: 'metric',
              head: words.metric,
              cell: ({ metric }) => <Link to={`${page}/${metric}`}>{nameOf(metric)}</Link>,
            },
            { key: 'now', head: words.now, numeric: true, cell: ({ value, unit }) => inUnit(value, unit) },
            {
              key: 'needed',
              head: words.needed,
              numeric: true,
              cell: ({ needed, unit, best }) =>
                needed === null ? (
                  <span class="faint">{words.never(score(best))}</span>
                ) : (
                  <strong>{inUnit(needed, unit)}</strong>
                ),
            },
          ]}
        />
      )}
    </Panel>
  )
}
