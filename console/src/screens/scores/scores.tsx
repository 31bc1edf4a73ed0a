import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EyeIcon, LockIcon, RefreshCwIcon } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../api/client.ts'
import { isFinal, monthStats, openIn, useMay, useMe } from '../../api/me.ts'
import { ratedIn } from '../../ui/counts.ts'
import { ButtonLink } from '../../ui/dim.tsx'
import { Download } from '../../ui/download.tsx'
import { monthOf, plural, sentences } from '../../ui/format.ts'
import { WIDE } from '../../ui/grid.tsx'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { Page } from '../../ui/page.tsx'
import { FirstSteps } from '../overview/first-steps.tsx'
import { CalculateDialog } from './calculate.tsx'
import { Chosen, MOST_LISTED } from './chosen.tsx'
import { ended, lastRuns, scoreList, scoresAsCsv, useScoreSearch } from './data.ts'
import { ScoreFilters } from './filters.tsx'
import { type Score, ScoreGrid } from './grid.tsx'
import { ReviewDialog } from './review.tsx'

/** Who stands where in a month, and what makes the month final. */
export function Scores() {
  const search = useScoreSearch()
  const navigate = useNavigate({ from: '/scores' })
  const period = usePeriod()
  const { current_period, periods } = useMe()
  const [selected, select] = useState<Score[]>([])
  const list = useQuery(scoreList(search)).data
  // As they are now: somebody else may have reviewed one, or made the month final.
  const chosen =
    list?.data.filter(({ id, status }) => status === 'draft' && selected.some((one) => one.id === id)) ?? []
  async function chooseAll() {
    const all = { ...search, page: undefined, limit: MOST_LISTED }
    select((await queries.fetchQuery(scoreList(all))).data)
    void navigate({ search: all, replace: true })
  }
  const [isReviewing, setReviewing] = useState(false)
  const month = periods.find((one) => one.period === period)
  const stats = useQuery(monthStats(period)).data
  const open = month ? openIn(month) : 0
  const isClosed = month !== undefined && isFinal(month)
  const isScored = open > 0 || isClosed
  const mayWrite = useMay('scores.write') && !isClosed
  const hasRoom = useMediaQuery(WIDE)
  const mayCalculate = useMay('scores.calculate') && !isClosed
  const act = (act?: 'calculate') => void navigate({ search: (was) => ({ ...was, act }), replace: true })

  return (
    <Page
      title="Scores"
      trail={monthOf(period)}
      verdict={<State period={period} />}
      actions={
        <>
          <MonthPicker />
          {isScored && (
            <Download
              label="CSV"
              name={`scores-${period}.csv`}
              ask={() => scoresAsCsv(search)}
              visibleFrom="sm"
            />
          )}
          {isScored && mayCalculate && (
            <Button leftSection={<RefreshCwIcon size={16} />} onClick={() => act('calculate')}>
              Calculate again…
            </Button>
          )}
          {mayWrite && open > 0 && period < current_period && (
            <ButtonLink to="/close" search={{ period }} variant="filled" leftSection={<LockIcon size={16} />}>
              Close {monthOf(period)}
            </ButtonLink>
          )}
        </>
      }
    >
      {!isScored && stats ? (
        <FirstSteps stats={stats} />
      ) : (
        <Stack gap="md">
          <ScoreFilters />
          <ScoreGrid key={period} chosen={mayWrite && hasRoom ? chosen : undefined} onChoose={select} />
        </Stack>
      )}
      {chosen.length > 0 && (
        <Chosen
          label="Chosen scores"
          text={`${plural(chosen.length, 'score')} chosen`}
          onAll={list && list.total > list.data.length ? chooseAll : undefined}
          onClear={() => select([])}
        >
          <Button variant="filled" leftSection={<EyeIcon size={16} />} onClick={() => setReviewing(true)}>
            Review…
          </Button>
        </Chosen>
      )}
      {isReviewing && (
        <ReviewDialog
          chosen={chosen}
          onClose={(left) => {
            select(left)
            setReviewing(false)
          }}
        />
      )}
      {search.act === 'calculate' && mayCalculate && <CalculateDialog period={period} onClose={act} />}
    </Page>
  )
}

/** How the month stands: scored when, of how many, how many to be made final. */
function State({ period }: { period: string }) {
  const { current_period } = useMe()
  const { last, correction } = useQuery(lastRuns(period)).data ?? {}
  const month = useQuery(monthStats(period)).data
  if (!month) return null
  if (month.scored_sellers === 0) return 'Nobody is scored in this month yet.'
  return sentences(
    ratedIn(month),
    last && `Last calculated ${ended(last)}${correction ? `, corrected ${ended(correction)}` : ''}.`,
    isFinal(month)
      ? 'The month is final.'
      : period === current_period
        ? 'The month is still running.'
        : `${plural(openIn(month), 'score is', 'scores are')} not final.`,
  )
}
