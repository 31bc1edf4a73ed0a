import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { $api } from '../../api/client.ts'
import { openIn, useMe } from '../../api/me.ts'
import { axisOf, FEW } from '../../ui/axis.ts'
import { Dim } from '../../ui/dim.tsx'
import { monthOf, percent, points, shortMonth } from '../../ui/format.ts'
import { Asked, Page, Section } from '../../ui/page.tsx'

/** What sellers are compared by, and what counts as a failure in the month after. */
const TRAITS = { warehouse: 'Warehouse', am: 'Account manager', contract_type: 'Contract', size: 'Size' }
const OUTCOMES = { late: 'Deliver late', overdue: 'Pay late', tickets: 'Cause many tickets' }

const stability = $api.queryOptions('get', '/api/sos/model/stability')

/** Whether the score is fair, stays what it is, and says something about the month after. */
export function Model() {
  // The months before the first score are asked for, too.
  const months = (useQuery(stability).data?.data ?? [])
    .filter(({ sellers }) => sellers > 0)
    .flatMap(({ period, before, sellers_before }) => (sellers_before > 0 ? [before, period] : [period]))
    .toSorted()
  const isOpen = useMe().periods.some((month) => months.includes(month.period) && openIn(month) > 0)
  return (
    <Page
      title="Model audit"
      trail={<Link to="/settings">Settings</Link>}
      verdict={
        months.length > 0 &&
        `Three questions about the scores from ${monthOf(months[0] ?? '')} to ${monthOf(months.at(-1) ?? '')}${isOpen ? ', including scores that are not final' : ''}. A finding is a reason to look closer. It proves no cause.`
      }
    >
      <Fairness />
      <Validity />
      <Stability />
    </Page>
  )
}

function Fairness() {
  const [by, choice] = useChoice('Compared by', TRAITS)
  const found = $api.useQuery(
    'get',
    '/api/sos/model/fairness',
    { params: { query: { by: by as 'am' } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title="Is it fair?" aside={choice}>
      <Asked query={found} rows={3} isSubject>
        {({ enough, favourable, groups, sentence }) => {
          const flagged = groups.filter((one) => one.flagged).map((one) => one.sentence)
          const well = enough ? 'The differences between groups are small enough to be chance.' : sentence
          const few = groups.filter((one) => !one.enough).map(({ group }) => group ?? 'None')
          const notCompared = few.length > 0 ? `Too few sellers to be compared: ${few.join(', ')}.` : ''
          const found = `${flagged.join(' ') || well} ${notCompared}`
          return (
            <Shares
              says={`${groups.length > 0 ? `The share of scores at ${favourable} or better in each group; in brackets how many sellers it has. ` : ''}${found}`}
              label={`${favourable} or better`}
              shares={groups.map((one) => ({
                name: `${one.group ?? 'None'} (${one.sellers})`,
                share: one.share,
              }))}
            />
          )
        }}
      </Asked>
    </Section>
  )
}

function Validity() {
  const [outcome, choice] = useChoice('Failure', OUTCOMES)
  const found = $api.useQuery(
    'get',
    '/api/sos/model/validity',
    { params: { query: { outcome: outcome as 'late' } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title="Does it predict failures?" aside={choice}>
      <Asked query={found} rows={3} isSubject>
        {({ tiers, sentence }) => (
          <Shares
            says={`${tiers.length > 0 ? `To fail means to ${OUTCOMES[outcome as 'late'].toLowerCase()} in the month after the score. Below: the share of scores of each tier before a failure; in brackets how many scores there are. ` : ''}${sentence}`}
            label="Fail in the month after"
            shares={tiers.map(({ tier, pairs, rate }) => ({ name: `${tier} (${pairs})`, share: rate }))}
          />
        )}
      </Asked>
    </Section>
  )
}

function Stability() {
  const found = useQuery(stability)
  return (
    <Section title="Is it stable?">
      <Asked query={found} rows={3} isSubject>
        {({ data, shifts, sentence }) => {
          const totals = data.filter(({ measure, psi }) => measure === 'total_sos' && psi !== null)
          const note = totals.find(({ note }) => note)?.note ?? ''
          return (
            <>
              <Dim {...SAID}>
                {totals.length > 0 &&
                  'The shift: how far the totals of a month lie from those of the month before; 0 is no difference. Above the dashed line it is more than chance. '}
                {totals.length === 0 || shifts ? sentence : 'No month has shifted.'} {note}
              </Dim>
              {totals.length > 0 && (
                <LineChart
                  {...LOOK}
                  h={200}
                  data={totals.map(({ period, ...one }) => ({ month: shortMonth(period), ...one }))}
                  dataKey="month"
                  series={[
                    { name: 'psi', label: 'Shift', color: 'var(--series)' },
                    { name: 'threshold', label: 'Limit', color: 'gray.5', strokeDasharray: '4 4' },
                  ]}
                  yAxisProps={axisOf(
                    [0, ...totals.flatMap(({ psi, threshold }) => [psi ?? 0, threshold ?? 0])],
                    0.1,
                  )}
                  curveType="linear"
                  xAxisProps={{ padding: { right: 24 } }}
                  withPointLabels={totals.length <= FEW}
                  lineProps={({ name }) =>
                    name === 'threshold' ? { dot: false, activeDot: false, label: false } : {}
                  }
                  gridAxis="none"
                  valueFormatter={points}
                />
              )}
            </>
          )
        }}
      </Asked>
    </Section>
  )
}

const SAID = { size: 'md', c: undefined, pt: 'sm', maw: '76ch' } as const
type Share = { name: string; share: number }
const LOOK = { mt: 'xs', maw: 760, tickLine: 'none' } as const

/** What was found, and the share of each group as a bar. */
const Shares = ({ says, label, shares }: Record<'says' | 'label', string> & { shares: Share[] }) => (
  <>
    <Dim {...SAID}>{says}</Dim>
    <BarChart
      {...LOOK}
      h={12 + 36 * shares.length}
      orientation="vertical"
      data={shares}
      dataKey="name"
      series={[{ name: 'share', label, color: 'var(--series)' }]}
      yAxisProps={{ width: 132 }}
      xAxisProps={{ domain: [0, 1], hide: true }}
      gridAxis="none"
      barChartProps={{ margin: { right: 56 } }}
      maxBarWidth={20}
      withBarValueLabel
      valueFormatter={percent}
    />
  </>
)

/** What is chosen of these, and the field that chooses it. */
function useChoice(label: string, of: Record<string, string>) {
  const [value, set] = useState(Object.keys(of)[0] ?? '')
  const data = Object.entries(of).map(([value, label]) => ({ value, label }))
  const look = { size: 'xs', w: 180, allowDeselect: false, 'aria-label': label } as const
  const onChange = (next: string | null) => next && set(next)
  return [value, <Select key={label} {...look} {...{ data, value, onChange }} />] as const
}
