import { Group, Select } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMay } from '../../api/me.ts'
import type { RecordSearch } from '../../app/search.ts'
import { Asked } from '../../ui/asked.tsx'
import { plural, since } from '../../ui/format.ts'
import { MonthFilter } from '../../ui/month-filter.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { useWordList } from '../../ui/words.ts'
import { type Appeal, appealList } from './data.ts'
import { AppealGrid } from './grid.tsx'

/** All appeals; above them, whatever the list is narrowed to, those that wait for who looks. */
export function Appeals() {
  const { status, period, page } = useSearch({ from: '/appeals' })
  const navigate = useNavigate({ from: '/appeals' })
  const narrow = (change: Partial<RecordSearch>) =>
    void navigate({ search: (was) => ({ ...was, page: undefined, ...change }), replace: true })
  const list = useQuery(appealList({ status: status as Appeal['status'], period, page }))
  const mayRecommend = useMay('appeals.review-ops')
  const mayDecide = useMay('appeals.review-am')
  const waits = useQueries({
    queries: [
      { ...appealList({ status: 'pending' }), enabled: mayRecommend },
      { ...appealList({ status: 'under_review' }), enabled: mayDecide },
    ],
  })
  const mine = waits
    .flatMap(({ data }) => data?.data ?? [])
    .toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))
  const isKnown = (mayRecommend || mayDecide) && waits.every(({ isLoading, error }) => !isLoading && !error)

  return (
    <Page title="Appeals" verdict={isKnown && verdict(mine)}>
      {mine.length > 0 && (
        <Section title="Waits for you" aside="All months, the next to expire first">
          <AppealGrid records={mine} minHeight={0} />
        </Section>
      )}
      <Section title="All appeals">
        <Group gap="xs" my="sm">
          <Select
            aria-label="Status"
            placeholder="All states"
            clearable
            data={useWordList('appeal_statuses')}
            value={status ?? null}
            onChange={(next) => narrow({ status: next ?? undefined })}
            w={160}
          />
          <MonthFilter value={period} onChange={(next) => narrow({ period: next })} />
        </Group>
        <Asked query={list}>
          {({ data, total, limit }) => (
            <AppealGrid
              records={data}
              noRecordsText={
                status || period ? 'No appeal fits' : 'No appeal yet. Sellers’ pages have a button for it.'
              }
              totalRecords={total}
              recordsPerPage={limit}
              page={page ?? 1}
              onPageChange={(next) => narrow({ page: next })}
            />
          )}
        </Asked>
      </Section>
    </Page>
  )
}

const verdict = ([next, ...more]: Appeal[]) =>
  next
    ? `${plural(more.length + 1, 'appeal waits', 'appeals wait')} for you. ${more.length ? 'The next' : 'It'} expires ${since(next.expires_at)}.`
    : 'No appeal waits for you.'
