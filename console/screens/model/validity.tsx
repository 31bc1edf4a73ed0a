import type { Answer } from '../../api/types.ts'
import { count, score } from '../../logic/format.ts'
import { oneOf } from '../../logic/url-state.ts'
import { Badge } from '../../parts/badges.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Filters } from '../../parts/forms/filters.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { ReadPanel } from '../../parts/read-panel.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { percent, Within } from './fairness.tsx'
import { FAILS, OUTCOMES, words } from './traits-and-outcomes.ts'

type Validity = Answer<'GET', '/api/sos/model/validity'>
type Outcome = keyof typeof OUTCOMES

/** Whether sellers with low totals are those that fail in the month after. */
export function Validity() {
  const [{ outcome }, change] = useUrlState({ outcome: oneOf(Object.keys(OUTCOMES) as Outcome[], 'late') })
  return (
    <ReadPanel
      class="flush"
      title={words.validity}
      path="/api/sos/model/validity"
      request={{ query: { outcome: outcome as Outcome } }}
      keep
      height="20rem"
      above={
        <Filters
          class="pad"
          values={{ outcome }}
          change={change}
          fields={[{ name: 'outcome', label: 'Failure', options: Object.entries(OUTCOMES) }]}
        />
      }
    >
      {(answer) => (
        <>
          <Figures answer={answer} />
          <DataTable
            caption={words.validity}
            columns={COLUMNS}
            rows={answer.tiers}
            keyOf={({ tier }) => tier}
            empty={<Empty title="No seller has a rated score and facts of the next month" />}
          />
        </>
      )}
    </ReadPanel>
  )
}

const Figures = ({ answer }: { answer: Validity }) => {
  const { outcome, pairs, failures, gini, gini_low, gini_high, ks, ks_by_chance, enough, sentence } = answer
  return (
    <div class="stack pad">
      <p class="row">
        <strong>{sentence}</strong> <span class="faint">{FAILS[outcome]}</span>{' '}
        {!enough && <Badge>Not enough</Badge>}
      </p>
      <Facts
        of={[
          ['Pairs of months', count(pairs)],
          ['Failures', count(failures)],
          gini !== null && [
            'Gini',
            <Within value={score(gini)} low={score(gini_low)} high={score(gini_high)} />,
          ],
          ks !== null && [
            'KS',
            [score(ks), ' ', <span class="faint small">{`${score(ks_by_chance)} by chance`}</span>],
          ],
        ]}
      />
    </div>
  )
}

const COLUMNS: Column<Validity['tiers'][number]>[] = [
  { head: 'Tier before', cell: ({ tier }) => <bdi>{tier}</bdi> },
  { head: 'Pairs of months', numeric: true, cell: ({ pairs }) => count(pairs) },
  { head: 'Failures', numeric: true, cell: ({ failures }) => count(failures) },
  {
    head: 'Failed next month',
    numeric: true,
    cell: ({ rate, rate_low, rate_high }) => (
      <Within value={percent(rate)} low={percent(rate_low)} high={percent(rate_high)} />
    ),
  },
]
