import { Button } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, plural, since, textOf } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { CalculateDialog } from '../scores/calculate.tsx'
import { monthStats, quality } from '../scores/data.ts'
import { FinalizeDialog } from '../scores/finalize.tsx'
import classes from './close.module.css'
import { downloadBonuses, downloadCertificates, lastRuns } from './data.ts'
import { type Accepted, FactsStep } from './facts-step.tsx'
import { Step } from './step.tsx'

/** Somebody else may be closing the same month. */
const EVERY_MS = 20_000

/** What is left before a month is final, step by step; of a final one, who did what. */
export function Close() {
  const period = usePeriod()
  const month = useQuery({ ...monthStats(period), refetchInterval: EVERY_MS })
  return (
    <Page
      title={`Close ${monthOf(period)}`}
      verdict={month.data && <Verdict month={month.data} />}
      actions={<MonthPicker />}
    >
      <Asked query={month} rows={6}>
        {(found) => <Steps key={period} month={found} />}
      </Asked>
    </Page>
  )
}

type Month = Schemas['DashboardStats']
const openIn = ({ statuses }: Month) => statuses.draft + statuses.under_review
const isFinal = (month: Month) => month.statuses.final > 0 && openIn(month) === 0

function Verdict({ month }: { month: Month }) {
  const { current_period } = useMe()
  if (isFinal(month)) return `All ${plural(month.statuses.final, 'score')} are final.`
  if (month.period >= current_period)
    return 'The month is still running. It can be made final once it is over.'
  return openIn(month)
    ? `${plural(openIn(month), 'score is', 'scores are')} not final. Work down the steps; none is lost when you leave.`
    : 'No seller is scored in this month yet.'
}

function Steps({ month }: { month: Month }) {
  const { period, statuses, waiting } = month
  const [dialog, setDialog] = useState<'calculate' | 'finalize'>()
  const [accepted, accept] = useSessionStorage<Accepted>({
    key: `sos.accepted.${period}`,
    defaultValue: { ids: [], notes: '' },
  })
  const checks = useQuery(quality(period))
  const runs = useQuery(lastRuns(period))
  const isOver = period < useMe().current_period
  const mayWrite = useMay('scores.write')
  const close = () => setDialog(undefined)
  const open = openIn(month)
  const done = isFinal(month)
  const stale = checks.data?.checks.find(({ id }) => id === 'recalculate')
  const final = checks.data?.finalizes.find(({ score_id }) => score_id === null)
  const appeals = waiting.appeals_pending + waiting.appeals_under_review
  return (
    <>
      <ol className={classes.steps}>
        <Asked query={checks} rows={1}>
          {(found) => <FactsStep quality={found} isFinal={done} accepted={accepted} onAccept={accept} />}
        </Asked>
        <Asked query={runs} rows={1}>
          {({ data: [last, before] }) => (
            <Step
              title="The scores are calculated"
              isDone={done || Boolean(last && !stale)}
              state={
                last ? `${calculated(last, before)}${stale && !done ? ` ${stale.sentence}` : ''}` : 'Not yet.'
              }
              action={
                mayWrite &&
                !done && (
                  <Button
                    variant={last && !stale ? 'default' : 'filled'}
                    onClick={() => setDialog('calculate')}
                  >
                    Calculate…
                  </Button>
                )
              }
            />
          )}
        </Asked>
        <Step
          title="The scores are reviewed"
          isDone={done || (open > 0 && statuses.draft === 0)}
          state={
            done || open === 0
              ? 'Nothing is left to review.'
              : `${plural(statuses.draft, 'draft')} nobody has looked at, ${statuses.under_review} under review. Drafts may become final as they are.`
          }
          action={
            statuses.draft > 0 && (
              <Button
                component={Link}
                to="/scores"
                search={{ period, status: 'draft' } as never}
                variant="default"
              >
                See the drafts
              </Button>
            )
          }
        />
        <Step
          title="Appeals and surcharges are decided"
          isDone={appeals + waiting.surcharges_pending === 0}
          state={
            appeals + waiting.surcharges_pending
              ? `${plural(appeals, 'appeal')} and ${plural(waiting.surcharges_pending, 'surcharge')} of this month and those before it wait. They can be decided later, too.`
              : 'None of this month or those before it waits.'
          }
          action={
            <>
              {appeals > 0 && (
                <Button component={Link} to="/appeals" variant="default">
                  See the appeals
                </Button>
              )}
              {waiting.surcharges_pending > 0 && (
                <Button
                  component={Link}
                  to="/surcharges"
                  search={{ status: 'pending' } as never}
                  variant="default"
                >
                  See the surcharges
                </Button>
              )}
            </>
          }
        />
        <Step
          title="The month is final"
          isDone={done}
          state={
            done
              ? final
                ? `${final.full_name ?? 'Somebody'} made it final on ${textOf(final.at)}.${final.notes ? ` “${final.notes}”` : ''}`
                : 'All its scores are final.'
              : isOver
                ? 'Final scores are never calculated again. Head of account management makes them final.'
                : `${monthOf(period)} is not over.`
          }
          action={
            mayWrite &&
            isOver &&
            open > 0 && <Button onClick={() => setDialog('finalize')}>Make final…</Button>
          }
        />
        <Files period={period} isFinal={done} />
      </ol>
      {dialog === 'calculate' && <CalculateDialog period={period} onClose={close} />}
      {dialog === 'finalize' && (
        <FinalizeDialog period={period} open={open} accepted={accepted} onClose={close} />
      )}
    </>
  )
}

type Run = Schemas['ScoringRunPage']['data'][number]

/** Who calculated what when, and what came out otherwise than the time before. */
function calculated(last: Run, before?: Run) {
  const who = last.requested_by_name ? ` by ${last.requested_by_name}` : ''
  const change = (last.unrated ?? 0) - (before?.unrated ?? 0)
  const since_ = before
    ? `, ${change ? `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than` : 'as'} the time before`
    : ''
  return `${plural(last.sellers_scored, 'seller')} scored ${since(last.finished_at ?? last.created_at)}${who}; ${last.unrated ?? 0} unrated${since_}.`
}

/** What a final month is good for. */
function Files({ period, isFinal }: { period: string; isFinal: boolean }) {
  const bonuses = useMutation({ mutationFn: () => downloadBonuses(period) })
  const certificates = useMutation({ mutationFn: () => downloadCertificates(period) })
  const mayProve = useMay('model.read')
  const error = bonuses.error ?? certificates.error
  return (
    <Step
      title="Bonus lines and certificates"
      isDone={isFinal}
      state={isFinal ? 'They are ready.' : 'They come once the month is final.'}
      action={
        isFinal && (
          <>
            <Button variant="default" loading={bonuses.isPending} onClick={() => bonuses.mutate()}>
              Bonus lines
            </Button>
            {mayProve && (
              <Button
                variant="default"
                loading={certificates.isPending}
                onClick={() => certificates.mutate()}
              >
                Certificates
              </Button>
            )}
          </>
        )
      }
    >
      {error && <Trouble error={error} />}
    </Step>
  )
}
