import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCertificate } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { Refusal, sentenceOf } from '../../api/refusal.ts'
import type { Schemas } from '../../api/types.ts'
import { Asked } from '../../ui/asked.tsx'
import { points } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { Columns, Page, Section, Waiting } from '../../ui/page.tsx'
import { AppealDialog } from './appeal.tsx'
import { Beside } from './beside.tsx'
import { Blocked } from './blocked.tsx'
import { downloadCertificate } from './certificate.ts'
import { Components } from './components.tsx'
import { Costs } from './costs.tsx'
import { explanation, sellerRecord } from './data.ts'
import { History } from './history.tsx'
import { NoScore, NoSeller } from './missing.tsx'
import { MonthEnd } from './month-end.tsx'
import { NextSteps } from './next-steps.tsx'
import { RowsDrawer } from './rows.tsx'
import { Verdict } from './verdict.tsx'

const isRefused = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.status === 403 || error.status === 404)

/** Why a seller stands where it stands in a month, and what comes next. */
export function Seller() {
  const { code } = useParams({ from: '/sellers/$code' })
  const period = usePeriod()
  const { user } = useMe()
  const isOwn = user.seller_code === code
  const record = useQuery({ ...sellerRecord(code), enabled: useMay('sellers.read') })
  const why = useQuery(explanation(code, period))
  const maySeeAll = useMay('scores.read')
  const isKnown = isOwn || record.data !== undefined

  if (record.isLoading) return <Waiting rows={8} />
  const refusal = isRefused(record.error) ? record.error : !isKnown && isRefused(why.error) && why.error
  if (refusal) return <NoSeller code={code} refusal={refusal} />
  const hasNoScore = why.error instanceof Refusal && why.error.status === 404
  const { am_name, warehouse_name } = record.data ?? {}

  return (
    <Page
      title={record.data?.company_name ?? (isOwn ? user.company_name : null) ?? code}
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
          {[code, am_name, warehouse_name].filter(Boolean).join(' · ')}
        </>
      }
      actions={
        <>
          <MonthPicker />
          {why.data && <Deeds found={why.data} />}
        </>
      }
    >
      <Blocked code={code} isOwn={isOwn} />
      {hasNoScore ? (
        <NoScore period={period} isOwn={isOwn} />
      ) : (
        <Asked query={why} rows={6}>
          {(found) => <Score key={period} found={found} isOwn={isOwn} />}
        </Asked>
      )}
    </Page>
  )
}

interface ScoreProps {
  found: Schemas['ScoreExplanation']
  isOwn: boolean
}

/** A seller reads first where the own month ends, everybody else what costs the points. */
function Score({ found, isOwn }: ScoreProps) {
  const { current_period } = useMe()
  const [metric, setMetric] = useState<string>()
  const { seller_code: code, period, status } = found
  const isRunning = period === current_period && status !== 'final'
  const costs = (
    <Section
      title={isOwn ? 'What costs you points' : 'What costs the points'}
      aside={found.is_rated && `${points(100 - found.total_sos)} lost of 100`}
    >
      <Components found={found} />
      <Costs found={found} onOpen={setMetric} />
    </Section>
  )
  const ahead = isRunning && (
    <>
      <MonthEnd code={code} period={period} isOwn={isOwn} />
      <NextSteps code={code} period={period} isOwn={isOwn} />
    </>
  )
  return (
    <>
      <Verdict found={found} isOwn={isOwn} />
      <Columns>
        <div>
          {isOwn && ahead}
          {costs}
        </div>
        <div>
          {!isOwn && ahead}
          <History code={code} />
          <Beside found={found} />
        </div>
      </Columns>
      <RowsDrawer found={found} metric={metric} onClose={() => setMetric(undefined)} />
    </>
  )
}

/** What this person may do about the score. */
function Deeds({ found }: Pick<ScoreProps, 'found'>) {
  const [isAppealing, setAppealing] = useState(false)
  const certificate = useMutation({
    mutationFn: () => downloadCertificate(found.seller_code, found.period),
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
  })
  return (
    <>
      {found.status === 'final' && (
        <Button
          variant="default"
          leftSection={<IconCertificate size={16} />}
          loading={certificate.isPending}
          onClick={() => certificate.mutate()}
        >
          Certificate to print
        </Button>
      )}
      {useMay('appeals.write') && (
        <Button variant="default" onClick={() => setAppealing(true)}>
          Appeal…
        </Button>
      )}
      {isAppealing && <AppealDialog found={found} onClose={() => setAppealing(false)} />}
    </>
  )
}
