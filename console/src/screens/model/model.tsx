import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, shortMonth } from '../../ui/format.ts'
import { Page, Section, Waiting } from '../../ui/page.tsx'
import { fairness, OUTCOMES, type Outcome, stability, TRAITS, type Trait, tiers, validity } from './data.ts'

const ShareChart = lazy(() => import('./share-chart.tsx'))
const ShiftChart = lazy(() => import('./shift-chart.tsx'))

/** Whether the score is fair, stays what it is, and says something about the month after. */
export function Model() {
  const span = useQuery(stability).data
  return (
    <Page
      title="Model audit"
      trail={<Link to="/settings">Settings</Link>}
      verdict={
        span &&
        `Three questions about the final scores from ${monthOf(span.from)} to ${monthOf(span.to)}. A finding asks for a look; it proves no cause.`
      }
    >
      <Fairness />
      <Validity />
      <Stability />
    </Page>
  )
}

function Fairness() {
  const [by, setBy] = useState<Trait>('warehouse')
  const named =
    useQuery(tiers)
      .data?.data.filter(({ min_score }) => min_score !== null)
      .toSorted((a, b) => (b.min_score ?? 0) - (a.min_score ?? 0)) ?? []
  const tier = named[Math.floor((named.length - 1) / 2)]?.name ?? ''
  const found = useQuery(fairness(by, tier))
  return (
    <Section
      title="Is it fair?"
      aside={<Choice label="Compared by" of={TRAITS} value={by} onChange={setBy} />}
    >
      <Asked query={found} rows={3}>
        {({ groups, sentence }) => {
          const flagged = groups.filter((one) => one.flagged)
          return (
            <Finding
              says={`How many scores of each group reach ${tier} or better. ${flagged.length ? flagged.map((one) => one.sentence).join(' ') : groups.length ? 'No group falls so far behind the best that chance would not explain it.' : sentence}`}
            >
              <ShareChart
                label={`At ${tier} or better`}
                shares={groups.map(({ group, share, share_low, share_high }) => ({
                  name: group ?? 'None',
                  share,
                  low: share_low,
                  high: share_high,
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
  const [outcome, setOutcome] = useState<Outcome>('late')
  const found = useQuery(validity(outcome))
  return (
    <Section
      title="Does it foretell?"
      aside={<Choice label="Failure" of={OUTCOMES} value={outcome} onChange={setOutcome} />}
    >
      <Asked query={found} rows={3}>
        {({ tiers, sentence }) => (
          <Finding says={`How many sellers of each tier fail in the month after. ${sentence}`}>
            <ShareChart
              label="Fail in the month after"
              shares={tiers.map(({ tier, rate, rate_low, rate_high }) => ({
                name: tier,
                share: rate,
                low: rate_low,
                high: rate_high,
              }))}
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
    <Section title="Does it hold still?">
      <Asked query={found} rows={3}>
        {({ data, shifts, sentence }) => {
          const totals = data.filter(({ measure, psi }) => measure === 'total_sos' && psi !== null)
          return (
            <Finding
              says={`How far the totals of a month lie from those of the month before; above the line it is more than chance. ${totals.length === 0 || shifts ? sentence : 'No month has shifted.'}`}
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

interface ChoiceProps<Value extends string> {
  label: string
  of: Record<Value, string>
  value: Value
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, of, value, onChange }: ChoiceProps<Value>) => (
  <Select
    size="xs"
    w={180}
    aria-label={label}
    data={Object.entries(of).map(([value, label]) => ({ value, label: label as string }))}
    value={value}
    onChange={(next) => next && onChange(next as Value)}
    allowDeselect={false}
  />
)
