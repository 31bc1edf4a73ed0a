import { useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { count, score } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { Within } from './fairness.tsx'
import { FAILS, OUTCOMES, words } from './words.ts'

type Validity = Answer<'GET', '/api/sos/model/validity'>
type Outcome = keyof typeof OUTCOMES

/** Whether sellers with low totals are those that fail in the month after. */
export function Validity() {
  const [{ outcome }, change] = useUrlState({ outcome: oneOf(Object.keys(OUTCOMES) as Outcome[], 'late') })
  const request = { query: { outcome: outcome as Outcome } }
  const read = useRead('/api/sos/model/validity', request, { keep: true })
  return (
    <Panel class="flush" title={words.validity} source={{ path: '/api/sos/model/validity', request }}>
      <div class="filters pad">
        <SelectField
          label={words.outcome}
          value={outcome}
          onValue={(outcome) => change({ outcome: outcome as Outcome })}
          options={Object.entries(OUTCOMES)}
        />
      </div>
      <Loaded of={read} height="20rem">
        {(answer) => (
          <>
            <Figures answer={answer} />
            <DataTable
              caption={words.validity}
              columns={COLUMNS}
              rows={answer.tiers}
              keyOf={({ tier }) => tier}
              empty={<Empty title={words.noPairs} />}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const Figures = ({ answer }: { answer: Validity }) => {
  const { outcome, pairs, failures, gini, gini_low, gini_high, ks, ks_by_chance, enough, sentence } = answer
  return (
    <div class="stack pad">
      <p class="row">
        <strong>{sentence}</strong> <span class="faint">{FAILS[outcome]}</span>{' '}
        {!enough && <Badge>{words.notEnough}</Badge>}
      </p>
      <dl class="facts">
        <dt>{words.pairs}</dt>
        <dd>{count(pairs)}</dd>
        <dt>{words.failures}</dt>
        <dd>{count(failures)}</dd>
        {gini !== null && (
          <>
            <dt>{words.gini}</dt>
            <dd>
              <Within value={score(gini)} low={score(gini_low)} high={score(gini_high)} />
            </dd>
          </>
        )}
        {ks !== null && (
          <>
            <dt>{words.ks}</dt>
            <dd>
              {score(ks)} <span class="faint small">{words.byChance(score(ks_by_chance))}</span>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}

const COLUMNS: Column<Validity['tiers'][number]>[] = [
  { key: 'tier', head: words.tier, cell: ({ tier }) => <bdi>{tier}</bdi> },
  { key: 'pairs', head: words.pairs, numeric: true, cell: ({ pairs }) => count(pairs) },
  { key: 'failures', head: words.failures, numeric: true, cell: ({ failures }) => count(failures) },
  {
    key: 'rate',
    head: words.rate,
    numeric: true,
    cell: ({ rate, rate_low, rate_high }) => (
      <Within value={words.percent(rate)} low={words.percent(rate_low)} high={words.percent(rate_high)} />
    ),
  },
]
