import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { percent, points, wholePercents } from '../../ui/format.ts'
import { Asked, Section } from '../../ui/page.tsx'
import { TierPill, TierScale } from '../../ui/tier.tsx'
import { type AheadProps, path, projection, tiers } from './data.ts'

/** Where the running month may end: the expected total, its range, and the chance of each tier. */
export function MonthEnd({ code, period, isOwn }: AheadProps) {
  const known = useQuery(tiers).data?.data
  const way = useQuery(path(code, period)).data
  const hasSteps = Boolean((way?.steps ?? way?.best?.steps)?.length || way?.block?.points)
  return (
    <Section
      title={`Where ${isOwn ? 'your' : 'the'} month may end`}
      aside={hasSteps && 'if nothing else is done'}
    >
      <Asked query={useQuery(projection(code, period))} rows={2}>
        {(found) => (
          <>
            <Group gap="lg" my="xs" fz="lg">
              {wholePercents(found.tiers).map(({ name, share }) => (
                <span key={name}>
                  <TierPill tier={known?.find((tier) => tier.name === name) ?? { name, color: 'gray' }} />{' '}
                  <b>{percent(share / 100)}</b>
                </span>
              ))}
            </Group>
            {known && !isUnrated(found.tiers, known) && (
              <TierScale tiers={known} low={found.low} high={found.high} />
            )}
            <Text>
              {isUnrated(found.tiers, known)
                ? 'There is too little data for a rating, and more is not expected before the month ends.'
                : `With a chance of 80 % it ends between ${points(found.low)} and ${points(found.high)}, as earlier months and other sellers suggest.`}
            </Text>
          </>
        )}
      </Asked>
    </Section>
  )
}

/** Whether the month most likely ends without a rating: a total would say nothing then. */
const isUnrated = (chances: { name: string; probability: number }[], tiers: Schemas['Tier'][] = []) => {
  const likely = chances.toSorted((a, b) => b.probability - a.probability)[0]
  return tiers.some(({ name, min_score }) => name === likely?.name && min_score === null)
}
