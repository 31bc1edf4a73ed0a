import { Box, Group, Text } from '@mantine/core'
import { COMPONENTS, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { Delta, Dim } from '../../ui/dim.tsx'
import { daysLeft, monthOf, points, since } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { TierNamed } from '../../ui/tier.tsx'
import { useFeedsOf } from '../rules/data.ts'

interface VerdictProps {
  found: Schemas['ScoreExplanation']
  /** Against the total of the month before, as that is today; and what moved it. */
  since?: Schemas['ScoreReasons']['since_previous']
  isOwn: boolean
}

/** The number, its tier and the one sentence that says what stands between it and the next tier. */
export function Verdict({ found, since: moved, isOwn }: VerdictProps) {
  const { current_period, time_zone } = useMe()
  const { tier, is_rated, total_sos, trend, period, status, run, appeal } = found
  const { next, sentence } = tier
  const isShort = next && next.components_below.length === 0 && next.points_missing > 0
  return (
    <Group gap="12px 24px">
      <Text fz="3.5rem" lh={1} fw={650} lts="-0.04em" c="var(--strong)">
        {is_rated ? points(total_sos) : '–'}
      </Text>
      <Box flex="1 1 300px">
        <Group gap="md">
          <TierNamed large name={tier.name} />
          {trend.previous_period && is_rated && (
            <Text c="dimmed">
              <Delta value={moved?.delta ?? trend.delta} /> since {monthOf(trend.previous_period)}
              {moved && mostly(moved)}
            </Text>
          )}
        </Group>
        <Text size="lg" mt={4}>
          {/* Where it is not only points that are missing, the service says it. */}
          {!is_rated ? (
            <Lacking components={found.components} sentence={sentence} />
          ) : isShort ? (
            `${isOwn ? 'You are ' : ''}${points(next.points_missing)} points below ${next.name} (${next.min_score}).`
          ) : (
            sentence
          )}
        </Text>
        <Dim>
          {period === current_period
            ? `Calculated ${since(run.as_of)}${appeal ? ', then changed by an appeal' : ''}; ${daysLeft(period, time_zone)}`
            : STANDS[status]}
        </Dim>
      </Box>
    </Group>
  )
}

/** The components that have too few facts, each with the feeds that bring them. */
function Lacking({ components, sentence }: Pick<VerdictProps['found'], 'components'> & { sentence: string }) {
  const feedsOf = useFeedsOf()
  const lacking = COMPONENTS.filter((one) => !components[one].has_data).map((one) => {
    const feeds = feedsOf(one).map((feed) => nameOf(feed).toLowerCase())
    return feeds.length > 0 ? `${nameOf(one)} (${feeds.join(', ')})` : nameOf(one)
  })
  return lacking.length > 0
    ? `Not rated: ${new Intl.ListFormat('en-GB').format(lacking)} ${lacking.length === 1 ? 'has' : 'have'} too little data.`
    : sentence
}

const STANDS = {
  draft: 'The score is a draft: the month is not closed.',
  under_review: 'The score is reviewed, and not final yet.',
  final: 'The score is final.',
}

/** The two that moved the total most, in its own direction. */
const mostly = ({ delta, parts }: NonNullable<VerdictProps['since']>) =>
  Math.abs(delta) >= 1 &&
  `, mostly: ${parts
    .slice(0, 2)
    .filter(({ points }) => points * delta > 0)
    .map(({ name }) => name)
    .join(', ')}`
