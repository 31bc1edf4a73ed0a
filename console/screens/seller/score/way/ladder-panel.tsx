import { plural, score } from '../../../../logic/format.ts'
import { ladderOf, type Rung } from '../../../../logic/seller/ladder.ts'
import type { Explanation } from '../../../../logic/seller/waterfall.ts'
import { DataTable } from '../../../../parts/data-table.tsx'
import { Link } from '../../../../parts/link.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { inUnit, nameOf } from '../../../../words/metrics.ts'
import type { Of } from '../score-tab.tsx'

const words = {
  text: (tier: string) => `What a single metric must reach for ${tier}, with everything else as it is.`,
  others: (metrics: number) => `${plural(metrics, 'metric does', 'metrics do')} not reach it alone`,
}

/** What each metric alone must reach for the next tier, read off its curve. */
export function LadderPanel({ code, period, explanation }: Of & { explanation: Explanation }) {
  const { next, is_rated } = explanation.tier
  if (!next || !is_rated) return null
  const rungs = ladderOf(explanation)
  const page = `/sellers/${encodeURIComponent(code)}/${period}`
  const reaching = rungs?.filter(({ needed }) => needed !== null) ?? []
  const others = rungs?.filter(({ needed }) => needed === null) ?? []
  return (
    <Panel title={`One thing alone for ${next.name}`} class="flush">
      <p class="faint small pad">
        {!rungs
          ? 'An exception or an appeal decides part of this score, so single metrics cannot be read off. The path above counts with them.'
          : reaching.length === 0
            ? `No metric reaches ${next.name} alone. The path above combines several.`
            : words.text(next.name)}
      </p>
      {reaching.length > 0 && <Rungs rungs={reaching} caption={words.text(next.name)} page={page} />}
      {others.length > 0 && (
        <details class="pad">
          <summary class="small">{words.others(others.length)}</summary>
          <Rungs rungs={others} caption={words.others(others.length)} page={page} />
        </details>
      )}
    </Panel>
  )
}

const Rungs = ({ rungs, caption, page }: { rungs: Rung[]; caption: string; page: string }) => (
  <DataTable<Rung>
    caption={caption}
    rows={rungs}
    keyOf={({ metric }) => metric}
    columns={[
      { head: 'Metric', cell: ({ metric }) => <Link to={`${page}/${metric}`}>{nameOf(metric)}</Link> },
      { head: 'Now', numeric: true, cell: ({ value, unit }) => inUnit(value, unit) },
      {
        head: 'Must reach',
        numeric: true,
        cell: ({ needed, unit, best }) =>
          needed === null ? (
            <span class="faint">{`${score(best)} at best`}</span>
          ) : (
            <strong>{inUnit(needed, unit)}</strong>
          ),
      },
    ]}
  />
)
