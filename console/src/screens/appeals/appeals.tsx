import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/me.ts'
import { kindOf } from '../../records/declared.ts'
import { Records } from '../../records/record-screen.tsx'
import { plural, since } from '../../ui/format.ts'
import { appealList } from './data.ts'

/** All appeals, and those of all months that wait for who looks. */
export function Appeals() {
  const mayRecommend = useMay('appeals.review-ops')
  const mayDecide = useMay('appeals.review-am')
  const recommend = useQuery({ ...appealList('pending'), enabled: mayRecommend })
  const decide = useQuery({ ...appealList('under_review'), enabled: mayDecide })
  const waits = [...(recommend.data?.data ?? []), ...(decide.data?.data ?? [])]
  const isKnown = (!mayRecommend || recommend.data) && (!mayDecide || decide.data)
  const [next] = waits.map(({ expires_at }) => expires_at).toSorted()
  const step = (status: string, count = 0, what: string) =>
    count > 0 && (
      <>
        <Link to="/appeals" search={{ status }}>
          {plural(count, 'appeal waits', 'appeals wait')} for {what}
        </Link>
        .{' '}
      </>
    )
  return (
    <Records
      kind={kindOf('appeals')}
      verdict={
        (mayRecommend || mayDecide) &&
        isKnown && (
          <>
            {step('pending', recommend.data?.total, 'your recommendation')}
            {step('under_review', decide.data?.total, 'your decision')}
            {next ? `The next expires ${since(next)}.` : 'No appeal waits for you.'}
          </>
        )
      }
    />
  )
}
