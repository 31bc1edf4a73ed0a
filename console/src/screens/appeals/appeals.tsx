import { Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMay } from '../../api/me.ts'
import { kindOf } from '../../records/declared.ts'
import type { RecordKind } from '../../records/kind.ts'
import { RecordList } from '../../records/record-list.tsx'
import { Records } from '../../records/record-screen.tsx'
import { plural, since } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { type Appeal, appealList } from './data.ts'

const KIND = kindOf('appeals') as RecordKind

/** All appeals; above them, whatever the list is narrowed to, those that wait for who looks. */
export function Appeals() {
  const mayRecommend = useMay('appeals.review-ops')
  const mayDecide = useMay('appeals.review-am')
  const waits = useQueries({
    queries: [
      { ...appealList('pending'), enabled: mayRecommend },
      { ...appealList('under_review'), enabled: mayDecide },
    ],
  })
  const mine = waits
    .flatMap(({ data }) => data?.data ?? [])
    .toSorted((a, b) => a.expires_at.localeCompare(b.expires_at))
  const isKnown = (mayRecommend || mayDecide) && waits.every(({ isLoading, error }) => !isLoading && !error)
  return (
    <Records kind={KIND} verdict={isKnown && verdict(mine)}>
      {mine.length > 0 && (
        <>
          <Section title="Waits for you" aside="All months, the next to expire first">
            <RecordList kind={KIND} rows={mine} />
          </Section>
          <Title order={2}>All appeals</Title>
        </>
      )}
    </Records>
  )
}

const verdict = ([next, ...more]: Appeal[]) =>
  next
    ? `${plural(more.length + 1, 'appeal waits', 'appeals wait')} for you. ${more.length ? 'The next' : 'It'} expires ${since(next.expires_at)}.`
    : 'No appeal waits for you.'
