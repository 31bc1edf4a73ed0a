import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import type { Refusal } from '../../api/refusal.ts'
import { homeOf } from '../../app/navigation.ts'
import { monthOf } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'

/** An address of a seller that there is not, or that somebody else looks after: one way out. */
export function NoSeller({ code, refusal }: { code: string; refusal: Refusal }) {
  const me = useMe()
  const mayList = me.permissions.includes('sellers.read')
  return (
    <Page
      title={refusal.status === 404 ? `There is no seller ${code}` : `You do not see ${code}`}
      verdict={refusal.status === 404 ? 'The code may be mistyped, or of another system.' : refusal.message}
    >
      <Anchor component={Link} to={mayList ? '/records/sellers' : homeOf(me)}>
        {mayList ? 'See the sellers' : 'Go to your own page'}
      </Anchor>
    </Page>
  )
}

/** A seller without a score of the month that was asked for. */
export const NoScore = ({ period, isOwn }: { period: string; isOwn: boolean }) => (
  <Text size="lg">
    {isOwn ? 'You have' : 'This seller has'} no score of {monthOf(period)}. Choose another month above.
  </Text>
)
