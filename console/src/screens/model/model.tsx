import { Select, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { $api } from '../../api/client.ts'
import { monthOf, shortMonth } from '../../ui/format.ts'
import { Asked, Page, Section, Waiting } from '../../ui/page.tsx'

const ShareChart = lazy(() => import('./share-chart.tsx'))
const ShiftChart = lazy(() => import('./shift-chart.tsx'))

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
  return (
    <Page
      title="Model audit"
      trail={<Link to="/settings">Settings</Link>}
      verdict={
        months.length > 0 &&
        `Three questions about the scores from ${monthOf(months[0] ?? '')} to ${monthOf(months.at(-1) ?? '')}, also those that are not final yet. A finding is worth a look; it proves no cause.`
      }
    >
      <Fairness />
      <Validity />
      <Stability />
    </Page>
  )
}

function Fairness() {
  const [by, setBy] = useState('warehouse')
  const found = $api.useQuery(
    'get',
    '/api/sos/model/fairness',
    { params: { query: { by: by as 'am' } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section title="Is it fair?" aside={<Choice label="Compared by" of={TRAITS} value={by} set={setBy} />}>
      <Asked query={found} rows={3} isSubject>
        {({ favourable, groups, sentence }) => {
          const flagged = groups.filter((one) => one.flagged).map((one) => one.sentence)
          const well = groups.length
            ? 'The differences between groups are small enough to be chance.'
            : sentence
          const few = groups.filter((one) => !one.enough).map(({ group }) => group ?? 'None')
          const notCompared = few.length > 0 ? `Too few sellers to be compared: ${few.join(', ')}.` : ''
          const found = `${flagged.join(' ') || well} ${notCompared}`
          return (
            <Finding
              says={`Which share of the scores of each group reaches ${favourable} or better; in brackets its sellers. ${found}`}
            >
              <ShareChart
                label={`${favourable} or better`}
                shares={groups.map(({ group, sellers, share }) => ({
                  name: `${group ?? 'None'} (${sellers})`,
                  share,
                }))}
              />
            </Finding>
          )
        }}
      </Asked>
    </Section>
  )
}

function Validity() {
  const [outcome, setOutcome] = useState('late')
  const found = $api.useQuery(
    'get',
    '/api/sos/model/validity',
    { params: { query: { outcome: outcome as 'late' } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Section
      title="Does it predict failures?"
      aside={<Choice label="Failure" of={OUTCOMES} value={outcome} set={setOutcome} />}
    >
      <Asked query={found} rows={3} isSubject>
        {({ tiers, sentence }) => (
          <Finding
            says={`The share of scores of each tier that were followed by a failure; in brackets how many scores there are. ${sentence}`}
          >
            <ShareChart
              label="Fail in the month after"
              shares={tiers.map(({ tier, pairs, rate }) => ({ name: `${tier} (${pairs})`, share: rate }))}
            />
          </Finding>
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
            <Finding
              says={`How far the totals of a month lie from those of the month before; 0 is no difference. Above the dashed line it is more than chance. ${totals.length === 0 || shifts ? sentence : 'No month has shifted.'} ${note}`}
            >
              {totals.length > 0 && (
                <ShiftChart
                  months={totals.map(({ period, psi, threshold }) => ({
                    month: shortMonth(period),
                    shift: psi,
                    limit: threshold,
                  }))}
                />
              )}
            </Finding>
          )
        }}
      </Asked>
    </Section>
  )
}

const Finding = ({ says, children }: { says: string; children: ReactNode }) => (
  <>
    <Text pt="sm" maw="76ch">
      {says}
    </Text>
    <Suspense fallback={<Waiting rows={1} height={220} />}>{children}</Suspense>
  </>
)

interface ChoiceProps {
  label: string
  of: Record<string, string>
  value: string
  set: (value: string) => void
}

const Choice = ({ label, of, value, set }: ChoiceProps) => (
  <Select
    size="xs"
    w={180}
    aria-label={label}
    data={Object.entries(of).map(([value, label]) => ({ value, label }))}
    value={value}
    onChange={(next) => next && set(next)}
    allowDeselect={false}
  />
)
