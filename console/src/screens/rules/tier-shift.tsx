import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { monthStats, useMe } from '../../api/me.ts'
import { Dim } from '../../ui/dim.tsx'
import { textOf } from '../../ui/format.ts'
import { Pairs } from '../../ui/page.tsx'
import { TierParts, TierPill } from '../../ui/tier.tsx'
import { type Previewed, tierChanges } from './data.ts'

/** Who changes tier, and how many each has before and after: a bar each, in the colours of the tiers as they are. */
export function TierShift({ migration }: Pick<Previewed, 'migration'>) {
  const tiers = useQuery(monthStats(useMe().shown_period)).data?.tier_distribution ?? []
  const names = new Set([
    ...tiers.map(({ tier_name }) => tier_name),
    ...migration.flatMap(({ from, to }) => [from, to]),
  ])
  const total = migration.reduce((sum, { count }) => sum + count, 0) || 1
  const partsOf = (side: 'from' | 'to') =>
    [...names].map((name) => {
      const color = tiers.find(({ tier_name }) => tier_name === name)?.color ?? 'gray'
      const count = migration.reduce((sum, one) => sum + (one[side] === name ? one.count : 0), 0)
      return { name, color, count, share: count / total }
    })
  const [before, after] = [partsOf('from'), partsOf('to')]
  return (
    <Stack gap={6}>
      <Dim>Tiers before</Dim>
      <TierParts parts={before} />
      <Dim>and after</Dim>
      <TierParts parts={after} />
      <Group gap="2px 14px">
        {before.map((tier, i) => (
          <span key={tier.name}>
            <TierPill tier={tier} /> {textOf(tier.count)}
            {after[i]?.count !== tier.count && ` → ${textOf(after[i]?.count)}`}
          </span>
        ))}
      </Group>
      <Pairs
        label="Who moves"
        rows={tierChanges(migration).map(({ from, to, count }) => [`${from} → ${to}`, count])}
      />
    </Stack>
  )
}
