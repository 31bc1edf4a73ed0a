import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { percent, points, wholePercents } from '../../ui/format.ts'
import { Asked, Section } from '../../ui/page.tsx'
import { Mark, TierNamed, TierScale, tiers } from '../../ui/tier.tsx'
import { type AheadProps, path, projection } from './data.ts'

/** Where the running month may end: the range of its total beside the one calculated, and the chance of each tier. */
export function MonthEnd({ code, period, isOwn, now }: AheadProps & { now?: number }) {
  const known = useQuery(tiers).data?.data ?? []
  const way = useQuery(path(code, period)).data
  const hasSteps = Boolean((way?.steps ?? way?.best?.steps)?.length || way?.block?.points)
  const found = useQuery(projection(code))
  const chances = wholePercents(found.data?.tiers ?? [])
  return (
    <Section
      title={`Where ${isOwn ? 'your' : 'the'} month may end`}
      aside={hasSteps && 'if nothing else is done'}
    >
      <Asked query={found} rows={3}>
        {({ low, high }) => (
          <>
            <Group gap="lg" my="xs" fz="lg">
              {chances.map(({ name, share }) => (
                <span key={name}>
                  <TierNamed name={name} /> <b>{percent(share / 100)}</b>
                </span>
              ))}
            </Group>
            {known.find(({ name }) => name === chances[0]?.name)?.min_score === null ? (
              'There is too little data for a rating, and more is not expected before the month ends.'
            ) : (
              <>
                {known.length > 0 && <TierScale tiers={known} {...{ low, high, now }} />}
                <Text>
                  {now !== undefined && <Mark isNow />}{' '}
                  {now !== undefined && `The score is ${points(now)} as calculated.`} <Mark /> With what is
                  still to come, the month ends between {points(low)} and {points(high)} in 8 of 10 cases.
                </Text>
              </>
            )}
          </>
        )}
      </Asked>
    </Section>
  )
}
