import { Button, Menu, Stack } from '@mantine/core'
import { IconChevronDown, IconDownload, IconLock, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { openIn, useMay, useMe } from '../../api/me.ts'
import { monthOf, plural, since } from '../../ui/format.ts'
import { MonthPicker, usePeriod } from '../../ui/month-picker.tsx'
import { Page } from '../../ui/page.tsx'
import { CalculateDialog } from './calculate.tsx'
import { lastRun, monthStats } from './data.ts'
import { downloadScores } from './download.ts'
import { ScoreFilters } from './filters.tsx'
import { FinalizeDialog } from './finalize.tsx'
import { ScoreGrid } from './grid.tsx'

export function Scores() {
  const search = useSearch({ from: '/scores' })
  const navigate = useNavigate({ from: '/scores' })
  const period = usePeriod()
  const { current_period, periods } = useMe()
  const mayWrite = useMay('scores.write')
  const month = periods.find((one) => one.period === period)
  const open = month ? openIn(month) : 0
  const act = (act?: 'calculate' | 'finalize') => void navigate({ search: (was) => ({ ...was, act }) })

  return (
    <Page
      title="Scores"
      trail={monthOf(period)}
      verdict={<State period={period} open={open} />}
      actions={
        <>
          <MonthPicker />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={14} />}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void downloadScores(search)}>
                Download as CSV
              </Menu.Item>
              {mayWrite && (
                <Menu.Item
                  leftSection={<IconRefresh size={16} />}
                  disabled={open === 0}
                  onClick={() => act('calculate')}
                >
                  Calculate again
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          {mayWrite && open > 0 && period < current_period && (
            <Button leftSection={<IconLock size={16} />} onClick={() => act('finalize')}>
              Finalize month
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <ScoreFilters />
        <ScoreGrid />
      </Stack>
      {search.act === 'calculate' && <CalculateDialog period={period} onClose={act} />}
      {search.act === 'finalize' && <FinalizeDialog period={period} open={open} onClose={act} />}
    </Page>
  )
}

/** How the month stands: scored when, of how many, how many to be made final. */
function State({ period, open }: { period: string; open: number }) {
  const { current_period } = useMe()
  const run = useQuery(lastRun(period)).data?.data[0]
  const unrated = useQuery(monthStats(period)).data?.unrated_reasons[0]
  if (!run) return null
  return [
    `${plural(run.sellers_scored, 'seller')} calculated ${since(run.finished_at ?? run.created_at)}.`,
    unrated &&
      `${plural(unrated.sellers, 'is', 'are')} unrated: each needs 30 orders that were due.`.replace(
        'each needs 30 orders that were due',
        'too little data',
      ),
    period === current_period
      ? 'The month is still running.'
      : open
        ? `${plural(open, 'score is', 'scores are')} not final.`
        : 'All scores are final.',
  ]
    .filter(Boolean)
    .join(' ')
}
