import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { Delta } from '../../ui/delta.tsx'
import { monthOf, points } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { TierPill } from '../../ui/tier.tsx'
import { tiers } from './data.ts'
import classes from './seller.module.css'

interface VerdictProps {
  found: Schemas['ScoreExplanation']
  isOwn: boolean
}

/** The number, its tier and the one sentence that says what stands between it and the next tier. */
export function Verdict({ found, isOwn }: VerdictProps) {
  const { current_period } = useMe()
  const { tier, is_rated, total_sos, trend, period, status, metrics } = found
  const color = useQuery(tiers).data?.data.find(({ name }) => name === tier.name)?.color ?? 'gray'
  const worst = metrics.toSorted((a, b) => (b.points_lost ?? 0) - (a.points_lost ?? 0))[0]
  return (
    <div className={classes.verdict}>
      <div className={classes.total}>{is_rated ? points(total_sos) : '–'}</div>
      <div>
        <Group gap="md">
          <TierPill large tier={{ name: tier.name, color }} />
          {trend.previous_period && is_rated && (
            <Text c="dimmed">
              <Delta value={trend.delta} fw={500} /> since {monthOf(trend.previous_period)}
            </Text>
          )}
          <Text c="dimmed">{period === current_period ? 'The month is still running' : nameOf(status)}</Text>
        </Group>
        <Text size="lg" mt={4}>
          {distance(tier, isOwn)}{' '}
          {worst?.points_lost ? (
            <>
              <b>{worst.name}</b> costs {isOwn && 'you '}most: {points(worst.points_lost)} points.
            </>
          ) : null}
        </Text>
      </div>
    </div>
  )
}

/** What is missing to the next tier; where it is not only points, the service says it. */
const distance = ({ next, sentence }: Schemas['ScoreExplanation']['tier'], isOwn: boolean) =>
  next && next.components_below.length === 0 && next.points_missing > 0
    ? `${isOwn ? 'You are ' : ''}${points(next.points_missing)} points short of ${next.name}.`
    : sentence
