import { Box, Button } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { $api, api, type Schemas } from '../../api/client.ts'
import { isFinal, type Me, monthStats, monthsToClose, openIn, quality, useMay, useMe } from '../../api/me.ts'
import { ButtonLink } from '../../ui/dim.tsx'
import { asFile, Download } from '../../ui/download.tsx'
import { monthOf, plural, points, sentences, textOf } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { named, nameOf } from '../../ui/names.ts'
import { Asked, Columns, Lines, Nothing, Page } from '../../ui/page.tsx'
import { Averages } from '../overview/facts.tsx'
import { Tiers } from '../overview/tiers.tsx'
import { decisionsOf } from '../overview/to-dos.tsx'
import { CalculateDialog } from '../scores/calculate.tsx'
import { ended, lastRuns, stayingIn } from '../scores/data.ts'
import { FindDialog } from '../surcharges/dialogs.tsx'
import { type Accepted, FactsStep } from './facts-step.tsx'
import { FinalizeDialog } from './finalize.tsx'
import { Step } from './step.tsx'

const NOTHING: Accepted = { said: [], notes: '' }

type Month = Schemas['DashboardStats']

/** What is left before a month is final, step by step; of a final one, who did what. */
export function Close() {
  const period = usePeriod()
  const me = useMe()
  const month = useQuery(monthStats(period))
  const isDone = month.data !== undefined && isFinal(month.data)
  const next = monthsToClose(me)[0]?.period ?? me.current_period
  return (
    <Page
      title={isDone ? `${monthOf(period)} is final` : `Close ${monthOf(period)}`}
      verdict={
        month.data &&
        sentences(
          stateOf(month.data, me),
          month.data.avg_sos !== null && `The average is ${points(month.data.avg_sos)}.`,
        )
      }
      actions={
        <>
          {isDone && next !== period && (
            <ButtonLink to="/close" search={{ period: next }} variant="filled">
              On to {monthOf(next)}
            </ButtonLink>
          )}
          <MonthPicker />
        </>
      }
    >
      <Asked query={month} rows={6} isSubject>
        {(found) =>
          found.period > me.current_period ? null : found.total_sellers === 0 &&
            found.scored_sellers === 0 ? (
            <Nothing title="There is nothing to close yet">
              The steps to close a month are here once there are sellers. <Link to="/">The overview</Link> has
              the first steps.
            </Nothing>
          ) : (
            <>
              {found.scored_sellers > 0 && (
                <Box visibleFrom="sm">
                  <Averages period={period} />
                </Box>
              )}
              <Columns>
                <div>
                  <Steps key={period} month={found} />
                </div>
                <div>{found.scored_sellers > 0 && <Tiers stats={found} />}</div>
              </Columns>
            </>
          )
        }
      </Asked>
    </Page>
  )
}

function stateOf(month: Month, { current_period, scope }: Me) {
  if (isFinal(month)) return `All ${plural(month.statuses.final, 'score')} are final.`
  if (month.period > current_period) return 'The month has not begun.'
  if (month.period === current_period)
    return 'The month is still running. It can be made final once it is over.'
  return openIn(month)
    ? `${plural(openIn(month), 'score')}${scope.am_id === null ? '' : ' of your sellers'} ${openIn(month) === 1 ? 'is' : 'are'} not final. You can leave and come back at any time.`
    : 'No seller is scored in this month yet.'
}

function Steps({ month }: { month: Month }) {
  const { period, waiting } = month
  const [dialog, setDialog] = useState<'calculate' | 'charge' | 'finalize'>()
  const checks = useQuery(quality(period))
  // Between the last two calculations shows what has changed; one of a final month has scored nobody.
  const runs = useQuery(lastRuns(period))
  const reviews = $api.useQuery('get', '/api/sos/monthly/summary', {
    params: { query: { period, group_by: 'reviewed_by' } },
  })
  const me = useMe()
  const [accepted, accept] = useSessionStorage({
    key: `sos.accepted.${me.user.id}.${period}`,
    defaultValue: NOTHING,
  })
  const isOver = period < me.current_period
  const mayWrite = useMay('scores.write')
  const mayCharge = useMay('surcharges.write')
  if (!checks.data) return <Asked query={checks}>{() => null}</Asked>
  if (!runs.data) return <Asked query={runs}>{() => null}</Asked>
  if (!reviews.data) return <Asked query={reviews}>{() => null}</Asked>

  const close = () => setDialog(undefined)
  const open = openIn(month)
  const done = isFinal(month)
  const isOwn = me.scope.am_id !== null
  const { last, before } = runs.data
  const stale = done ? undefined : checks.data.checks.find(({ id }) => id === 'recalculate')
  const appeals = waiting.appeals_pending + waiting.appeals_under_review
  const charges = waiting.surcharges_pending
  const waits = [appeals && plural(appeals, 'appeal'), charges && plural(charges, 'surcharge')]
    .filter(Boolean)
    .join(' and ')
  return (
    <>
      <Lines>
        <FactsStep
          quality={checks.data}
          isOver={isOver}
          isFinal={done}
          accepted={accepted}
          without={Object.entries(last?.feeds_in_use ?? {}).flatMap(([feed, has]) =>
            has ? [] : [nameOf(feed).toLowerCase()],
          )}
          onAccept={accept}
        />
        <Step
          title="Calculate the scores"
          isDone={done || (isOver && Boolean(last && !stale))}
          state={`${last ? calculated(month, isOwn, last, before) : 'Not yet.'} ${named(stale?.sentence ?? '')}`}
          actions={
            mayWrite &&
            !done && (
              <Button
                variant={(!last || stale) && checks.data.result !== 'nothing' ? 'filled' : 'default'}
                onClick={() => setDialog('calculate')}
              >
                Calculate…
              </Button>
            )
          }
        />
        <ReviewStep month={month} reviews={reviews.data.data} />
        <Step
          title="Decide appeals and surcharges"
          isOptional
          isDone={!waits && month.scored_sellers > 0}
          state={
            waits
              ? `${waits} of this month or earlier are not decided.${mayWrite ? ' You can also decide them later.' : ''}`
              : 'Nothing of this month or earlier waits.'
          }
          actions={
            <>
              {decisionsOf(me, waiting).map(({ text, link }) => (
                <ButtonLink key={text} {...link}>
                  {text}
                </ButtonLink>
              ))}
              {mayCharge && isOver && month.scored_sellers > 0 && (
                <Button onClick={() => setDialog('charge')}>Find new surcharges…</Button>
              )}
            </>
          }
        />
        <Step
          title="Make the month final"
          isDone={done}
          state={
            done
              ? madeFinal(checks.data.finalizes)
              : isOver
                ? 'After this, only an appeal or a correction changes a score. The board and the heads of operations and of account management may make it final.'
                : `${monthOf(period)} is not over.`
          }
          actions={
            mayWrite &&
            isOver &&
            open > 0 && (
              <Button
                variant={stale || checks.data.result === 'block' ? 'default' : 'filled'}
                onClick={() => setDialog('finalize')}
              >
                Finalize…
              </Button>
            )
          }
        />
        {done && <Files period={period} />}
      </Lines>
      {dialog === 'calculate' && <CalculateDialog period={period} onClose={close} />}
      {dialog === 'charge' && <FindDialog period={period} onClose={close} />}
      {dialog === 'finalize' && (
        <FinalizeDialog
          {...{ period, open, waits, accepted }}
          unreviewed={withoutReviewer(reviews.data.data)}
          checks={checks.data.checks}
          onClose={close}
        />
      )}
    </>
  )
}

type Reviews = Schemas['SummarizeMonthlyScoresAnswer']['data']

/** How many scores of a month nobody is named for as their reviewer. */
const withoutReviewer = (reviews: Reviews) =>
  reviews.find(({ reviewed_by }) => reviewed_by === null)?.scores ?? 0

/** Which scores somebody has looked at before they become final; of final ones, who did, where anybody did. */
function ReviewStep({ month, reviews }: { month: Month; reviews: Reviews }) {
  const open = openIn(month)
  const done = isFinal(month)
  const by = reviews.flatMap(({ reviewed_by: who, scores }) => (who === null ? [] : [`${scores} by ${who}`]))
  const nobody = withoutReviewer(reviews)
  if (done && by.length === 0) return null
  const all = open ? 'Nothing is left to review.' : 'There are no scores yet.'
  const left = nobody
    ? `${plural(nobody, 'score is', 'scores are')} not reviewed.${done ? '' : ' They become final with the rest.'}`
    : !done && all
  return (
    <Step
      title="Review the scores"
      isOptional
      isDone={!nobody && (done || open > 0)}
      state={sentences(left, by.length > 0 && `Reviewed: ${by.join(', ')}.`)}
      actions={
        month.statuses.draft > 0 && (
          <ButtonLink to="/scores" search={{ period: month.period, status: 'draft' }}>
            See the scores
          </ButtonLink>
        )
      }
    />
  )
}

/** Who made the month final, and later the scores that were calculated afterwards; of one score nothing is said. */
const madeFinal = (finalizes: Schemas['MonthQuality']['finalizes']) =>
  finalizes
    .filter(({ score_id }) => score_id === null)
    .toReversed()
    .map(
      ({ full_name, at, notes }, i) =>
        `${full_name ?? 'Somebody'} made ${i ? 'what was calculated later' : 'it'} final on ${textOf(at)}.${notes ? ` “${notes}”` : ''}`,
    )
    .join(' ')

type Run = Schemas['ScoringRunPage']['data'][number]

/** Who calculated what when, and what came out otherwise than the time before; to an account manager, of their own. */
function calculated(month: Month, isOwn: boolean, last: Run, before?: Run) {
  const who = last.requested_by_name ? ` by ${last.requested_by_name}` : ''
  const when = `calculated ${ended(last)}${who}`
  if (isOwn)
    return `${month.scored_sellers - month.unrated} of your sellers are rated, ${month.unrated} with too little data; ${when}.`
  const then =
    before && !last.seller_codes && !before.seller_codes ? ` (${before.unrated ?? 0} the time before)` : ''
  return `${plural(last.rated ?? 0, 'seller')} rated, ${last.unrated ?? 0} with too little data${then}; ${when}. ${stayingIn(month, last)}`
}

/** What a final month is good for. */
function Files({ period }: { period: string }) {
  const mayPay = useMay('portfolio.read')
  const mayProve = useMay('model.read')
  const month = { period, limit: 500 }
  const span = { from: period, to: period }
  return (
    <Step
      title="Download bonus lines and certificates"
      isOptional
      state="A certificate proves to others which score a seller had; the page Proof checks it."
      actions={
        <>
          {mayPay && (
            <Download
              label="Bonus lines (CSV)"
              name={`bonuses-${period}.csv`}
              ask={() => api.GET('/api/am/portfolio', { params: { query: month }, ...asFile('text/csv') })}
            />
          )}
          {mayProve && (
            <Download
              label="Certificates"
              name={`certificates-${period}.ndjson`}
              ask={() =>
                api.GET('/api/transparency/certificates', { params: { query: span }, parseAs: 'blob' })
              }
            />
          )}
        </>
      }
    />
  )
}
