import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { Asked } from '../../ui/asked.tsx'
import { Delta } from '../../ui/delta.tsx'
import { monthOf, points } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { named, nameOf } from '../../ui/names.ts'
import { Columns, Page, Section, Waiting } from '../../ui/page.tsx'
import { TierPill } from '../../ui/tier.tsx'
import { AppealDialog } from './appeal.tsx'
import { Components } from './components.tsx'
import { Costs } from './costs.tsx'
import { enforcement, explanation, history, sellerRecord, tiers } from './data.ts'
import { NextSteps } from './next-steps.tsx'
import { RowsDrawer } from './rows.tsx'
import classes from './seller.module.css'

const HistoryChart = lazy(() => import('./history-chart.tsx'))

export function Seller() {
  const { code } = useParams({ from: '/sellers/$code' })
  const period = usePeriod()
  const record = useQuery({ ...sellerRecord(code), enabled: useMay('sellers.read') }).data
  const why = useQuery(explanation(code, period))
  const [isAppealing, setAppealing] = useState(false)
  const mayAppeal = useMay('appeals.write')
  const maySeeAll = useMay('scores.read')
  const [metric, setMetric] = useState<string>()

  return (
    <Page
      title={record?.company_name ?? code}
      trail={
        <>
          {maySeeAll && (
            <>
              <Link to="/scores" search={{ period }}>
                Scores
              </Link>{' '}
              /{' '}
            </>
          )}
          {code}
          {record &&
            ` · ${record.am_name ?? 'no account manager'} · ${record.warehouse_name ?? 'no warehouse'}`}
        </>
      }
      actions={
        <>
          <MonthPicker />
          {mayAppeal && why.data && (
            <Button variant="default" onClick={() => setAppealing(true)}>
              Appeal…
            </Button>
          )}
        </>
      }
    >
      <Blocked code={code} />
      <Asked query={why} rows={6}>
        {(found) => (
          <>
            <Verdict found={found} />
            <Columns>
              <div>
                <Section
                  title="What costs the points"
                  aside={`${points(100 - (found.total_sos ?? 0))} lost of 100`}
                >
                  <Components found={found} />
                  <Costs found={found} onOpen={setMetric} />
                </Section>
              </div>
              <div>
                <NextSteps code={code} period={period} isFinal={found.status === 'final'} />
                <Section title="History">
                  <Suspense fallback={<Waiting rows={1} height={200} />}>
                    <History code={code} />
                  </Suspense>
                </Section>
              </div>
            </Columns>
            <RowsDrawer found={found} metric={metric} onClose={() => setMetric(undefined)} />
            {isAppealing && <AppealDialog found={found} onClose={() => setAppealing(false)} />}
          </>
        )}
      </Asked>
    </Page>
  )
}

/** The number, its tier and the one sentence that says what stands between it and the next tier. */
function Verdict({ found }: { found: Schemas['ScoreExplanation'] }) {
  const { current_period } = useMe()
  const color =
    useQuery(tiers).data?.data.find(({ name }) => name === found.tier.name)?.color ?? 'var(--soft)'
  const worst = found.metrics.toSorted((a, b) => (b.points_lost ?? 0) - (a.points_lost ?? 0))[0]
  return (
    <div className={classes.verdict}>
      <div className={classes.total}>{found.tier.is_rated ? points(found.total_sos) : '–'}</div>
      <div>
        <Group gap="md">
          <TierPill large tier={{ name: found.tier.name, color }} />
          <Text c="dimmed">
            <Delta value={found.trend.delta} fw={500} /> since{' '}
            {found.trend.previous_period ? monthOf(found.trend.previous_period).split(' ')[0] : 'the start'}
          </Text>
          <Text c="dimmed">
            {found.period === current_period ? 'Month still running' : nameOf(found.status)}
          </Text>
        </Group>
        <Text size="lg" mt={4}>
          {distance(found)}{' '}
          {worst?.points_lost ? (
            <>
              <b>{nameOf(worst.metric)}</b> costs most: {points(worst.points_lost)}.
            </>
          ) : null}
        </Text>
      </div>
    </div>
  )
}

/** What is missing to the next tier; where it is not only points, the service says it. */
const distance = ({ tier: { next, sentence } }: Schemas['ScoreExplanation']) =>
  next && next.components_below.length === 0 && next.points_missing > 0
    ? `${points(next.points_missing)} points short of ${next.name}.`
    : named(sentence)

function Blocked({ code }: { code: string }) {
  const may = useMay('enforcement.read')
  const found = useQuery({ ...enforcement(code), enabled: may }).data
  if (!found?.is_blocked) return null
  return (
    <Alert color="red" icon={<IconLock />} title="Orders of this seller are blocked">
      {named(found.active_surcharges[0]?.reason ?? '')}
    </Alert>
  )
}

function History({ code }: { code: string }) {
  const course = useQuery(history(code))
  return (
    <Asked query={course} rows={3}>
      {({ data }) => <HistoryChart months={data} />}
    </Asked>
  )
}
