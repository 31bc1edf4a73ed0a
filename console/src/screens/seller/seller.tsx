import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { ChevronLeftIcon, ChevronRightIcon, LockIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { useMay, useMe } from '../../api/me.ts'
import { Refusal } from '../../api/refusal.ts'
import { kindOf } from '../../records/declared.ts'
import { Dim } from '../../ui/dim.tsx'
import { Download } from '../../ui/download.tsx'
import { monthOf, textOf } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { named, nameOf } from '../../ui/names.ts'
import { Asked, Columns, Early, Page, Waiting } from '../../ui/page.tsx'
import { MonthEnd, NextSteps } from './ahead.tsx'
import { AppealDialog } from './appeal.tsx'
import { Beside } from './beside.tsx'
import { Costs } from './costs.tsx'
import {
  type AheadProps,
  type Explained,
  enforcement,
  explanation,
  path,
  reasons,
  sellerRecord,
} from './data.ts'
import { History } from './history.tsx'
import { RowsDrawer } from './rows.tsx'
import { Verdict } from './verdict.tsx'

const RecordDrawer = lazy(() => import('../../records/record-drawer.tsx'))

const refusalIn = (error: unknown) =>
  error instanceof Refusal && (error.status === 403 || error.status === 404) ? error : undefined

/** Why a seller stands where it stands in a month, and what comes next. */
export function Seller() {
  const { code } = useParams({ from: '/sellers/$code' })
  const period = usePeriod()
  const { user } = useMe()
  const { act } = useSearch({ from: '/sellers/$code' })
  const navigate = useNavigate({ from: '/sellers/$code' })
  const ask = (next?: typeof act) =>
    void navigate({ search: (was) => ({ ...was, act: next }), replace: true })
  const isOwn = user.seller_code === code
  const record = useQuery({ ...sellerRecord(code), enabled: useMay('sellers.read') })
  const why = useQuery(explanation(code, period))
  const maySeeAll = useMay('scores.read')
  const mayChange = useMay('sellers.write')
  const mayAppeal = useMay('appeals.write')
  const isKnown = isOwn || record.data !== undefined

  if (record.isLoading) return <Waiting rows={8} />
  const refusal = refusalIn(record.error) ?? (isKnown ? undefined : refusalIn(why.error))
  if (refusal) throw refusal
  const { am_name, warehouse_name } = record.data ?? {}
  const scores = { to: '/scores', search: { period } } as const

  return (
    <Page
      title={record.data?.company_name ?? (isOwn ? user.company_name : null) ?? code}
      trail={
        <>
          {maySeeAll && <Link {...scores}>Scores</Link>} {maySeeAll && '/ '}
          {[code, am_name, warehouse_name].filter(Boolean).join(' · ')}
        </>
      }
      actions={
        <>
          <Among code={code} />
          <MonthPicker />
          {mayChange && record.data && <Button onClick={() => ask('change')}>Edit seller…</Button>}
          {why.data?.status === 'final' && <Certificate found={why.data} />}
          {why.data && mayAppeal && <Button onClick={() => ask('appeal')}>Appeal…</Button>}
        </>
      }
    >
      {mayChange && record.data && act === 'change' && (
        <Suspense>
          <RecordDrawer kind={kindOf('sellers')} open={String(record.data.id)} onClose={() => ask()} />
        </Suspense>
      )}
      {why.data && mayAppeal && act === 'appeal' && <AppealDialog found={why.data} onClose={() => ask()} />}
      <Blocked code={code} period={period} isOwn={isOwn} record={record.data} />
      {refusalIn(why.error)?.status === 404 ? (
        <Text size="lg">
          {isOwn ? 'You have' : 'This seller has'} no score of {monthOf(period)}.{' '}
          {record.data && record.data.status !== 'active'
            ? 'Only active sellers are scored.'
            : record.data?.latest_score === null
              ? 'The next calculation gives it the first.'
              : 'Choose another month above.'}
        </Text>
      ) : (
        <Asked query={why} rows={6}>
          {(found) => <Score key={period} found={found} isOwn={isOwn} />}
        </Asked>
      )}
    </Page>
  )
}

/** Leads to the seller before and after this one in the list that led here; the browser’s Back leads to that list. */
function Among({ code }: { code: string }) {
  const { among = [] } = useRouterState({ select: ({ location }) => location.state })
  const { period } = useSearch({ from: '/sellers/$code' })
  const navigate = useNavigate({ from: '/sellers/$code' })
  const at = among.indexOf(code)
  if (at < 0) return null
  const step = (to = '', label: string, Icon: typeof ChevronLeftIcon) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={!to}
      onClick={() => void navigate({ params: { code: to }, search: { period }, state: true, replace: true })}
    >
      <Icon size={18} />
    </ActionIcon>
  )
  return (
    <Group gap={2} wrap="nowrap">
      {step(among[at - 1], 'Seller before', ChevronLeftIcon)}
      <Dim>
        {at + 1} of {among.length}
      </Dim>
      {step(among[at + 1], 'Next seller', ChevronRightIcon)}
    </Group>
  )
}

/** Says that orders are not shipped, and why; what lifts that stands with the steps, and here in months without any. */
function Blocked({ code, period, isOwn, record }: AheadProps & { record?: Schemas['SellerDetail'] }) {
  const { current_period: now } = useMe()
  const found = useQuery({ ...enforcement(code), enabled: useMay('enforcement.read') }).data
  const isElsewhere = found?.is_blocked === true && period !== now
  const lifted = useQuery({ ...path(code, now), enabled: isElsewhere }).data?.block?.sentence
  const mayCharge = useMay('surcharges.read')
  if (!found?.is_blocked) return null
  const [newest, ...others] = found.active_surcharges.filter(({ type }) => type === 'payment_block')
  return (
    <Alert
      color="red"
      icon={<LockIcon />}
      title={isOwn ? 'Your orders are blocked' : 'Orders of this seller are blocked'}
    >
      {record?.status_changed || !newest ? `${inactive(record)} ` : ''}
      {newest && `${monthOf(newest.period)}: ${named(newest.reason)} `}
      {others.length > 0 && `Blocked as well for ${others.map(({ period }) => monthOf(period)).join(', ')}. `}
      {isElsewhere && lifted}{' '}
      {newest && mayCharge && (
        <Link to="/surcharges" search={{ search: code, kind: 'payment_block' }}>
          See the block
        </Link>
      )}
    </Alert>
  )
}

/** Since when and why a seller is not active. */
function inactive(record?: Schemas['SellerDetail']) {
  const { at, reason } = record?.status_changed ?? {}
  const status = record ? nameOf(record.status).toLowerCase() : 'not active'
  return `The seller is ${status}${at ? ` since ${textOf(at.slice(0, 10))}` : ''}${reason ? `: “${reason}”` : ''}.`
}

/** What is ahead in a running month comes first, on a phone, too. */
function Score({ found, isOwn }: { found: Explained; isOwn: boolean }) {
  const { current_period } = useMe()
  const { open } = useSearch({ from: '/sellers/$code' })
  const navigate = useNavigate({ from: '/sellers/$code' })
  const metric = found.metrics.find((one) => one.metric === open)?.metric
  const { history } = useRouter()
  // What is closed is not opened again by the browser’s Back, and no Back leads to the same page once more.
  function show(open?: string) {
    if (!open && history.location.state.isOpened) return history.back()
    void navigate({
      search: (was) => ({ ...was, open }),
      resetScroll: false,
      replace: !open,
      state: (was) => ({ ...was, isOpened: Boolean(open) }),
    })
  }
  const { seller_code: code, period, status } = found
  const since = useQuery(reasons(code, period)).data?.since_previous
  const mayAudit = useMay('audit.read')
  const isRunning = period === current_period && status !== 'final'
  return (
    <>
      <Verdict found={found} since={since} isOwn={isOwn} />
      <Columns>
        <div>
          {isRunning && (
            <Early>
              <NextSteps {...{ code, period, isOwn }} onOpen={show} />
            </Early>
          )}
          <Costs
            {...{ found, since, isOwn }}
            onOpen={show}
            onBefore={() => void navigate({ search: { period: since?.period }, state: true })}
          />
        </div>
        <div>
          {isRunning && (
            <Early>
              <MonthEnd {...{ code, period, isOwn }} now={found.is_rated ? found.total_sos : undefined} />
            </Early>
          )}
          <History code={code} />
          <Beside found={found} />
          {mayAudit && (
            <Dim>
              <Link to="/records/$path" params={{ path: 'audit' }} search={{ seller_code: code }}>
                What was changed, and by whom
              </Link>
            </Dim>
          )}
        </div>
      </Columns>
      <RowsDrawer found={found} metric={metric} onClose={() => show()} />
    </>
  )
}

function Certificate({ found: { seller_code, period } }: { found: Explained }) {
  const params = { path: { seller_code }, query: { period } }
  return (
    <Download
      label="Certificate"
      name={`certificate-${seller_code}-${period}.json`}
      ask={() => api.GET('/api/sos/sellers/{seller_code}/score/certificate', { params, parseAs: 'blob' })}
    />
  )
}
