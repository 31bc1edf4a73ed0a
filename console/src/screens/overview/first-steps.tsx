import { Group, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CheckIcon } from 'lucide-react'
import { $api, COMPONENTS, type Schemas } from '../../api/client.ts'
import { type Permission, quality, useMay, useMe } from '../../api/me.ts'
import { ButtonLink } from '../../ui/dim.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Asked, Nothing } from '../../ui/page.tsx'
import { useFeedsOf } from '../rules/data.ts'

interface Step {
  title: string
  why: string
  isDone: boolean
  needs: Permission
  deed: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** What leads to the scores of a month that has none: sellers, their facts, the calculation. */
export function FirstSteps({ stats: { period, total_sellers } }: { stats: Schemas['DashboardStats'] }) {
  const { permissions, current_period } = useMe()
  const feedsOf = useFeedsOf()
  const brought = $api.useQuery('get', '/api/sync/status', {}, { enabled: useMay('sync.read') }).data?.data
  const has = (name: string) =>
    brought
      ?.find(({ feed }) => feed === name)
      ?.periods.some((one) => one.period === period && one.created > 0)
  const found = useQuery({ ...quality(period), enabled: period <= current_period })
  if (period > current_period) return <Nothing title={`${monthOf(period)} has not begun.`} />
  return (
    <Asked query={found} rows={3}>
      {({ result }) => {
        const steps = stepsOf(period, total_sellers, result !== 'nothing')
        const next = steps.findIndex(({ isDone }) => !isDone)
        return (
          <Timeline active={next - 1} bulletSize={28} color="green">
            {steps.map(({ title, why, isDone, needs, deed, link }, i) => (
              <Timeline.Item key={title} title={title} bullet={isDone ? <CheckIcon size={16} /> : i + 1}>
                <Text c="dimmed">{why}</Text>
                {needs === 'sync.write' &&
                  [...new Set(COMPONENTS.flatMap(feedsOf))].map((feed) => (
                    <Text key={feed} c={has(feed) ? 'var(--good)' : 'dimmed'}>
                      {permissions.includes(needs) ? (
                        <Link to="/import" search={{ open: feed }}>
                          {nameOf(feed)}
                        </Link>
                      ) : (
                        nameOf(feed)
                      )}
                      {has(feed) && ' ✓'} for{' '}
                      {COMPONENTS.filter((one) => feedsOf(one).includes(feed))
                        .map(nameOf)
                        .join(', ')}
                    </Text>
                  ))}
                {i === next && permissions.includes(needs) && (
                  <Group mt="xs" gap="xs">
                    <ButtonLink variant="filled" {...link}>
                      {deed}
                    </ButtonLink>
                    {i === 0 && permissions.includes('sync.write') && (
                      <ButtonLink to="/import">Import sellers</ButtonLink>
                    )}
                  </Group>
                )}
              </Timeline.Item>
            ))}
          </Timeline>
        )
      }}
    </Asked>
  )
}

const stepsOf = (period: string, sellers: number, hasFacts: boolean): Step[] => [
  {
    title: 'Sellers',
    why: sellers ? `${plural(sellers, 'seller is', 'sellers are')} active.` : 'Who is to be scored.',
    isDone: sellers > 0,
    needs: 'sellers.write',
    deed: 'Add a seller',
    link: { to: '/records/$path', params: { path: 'sellers' }, search: { open: 'new' } },
  },
  {
    title: `Facts of ${monthOf(period)}`,
    why: hasFacts
      ? 'Some are here. A component without enough of them takes the average of the others.'
      : 'Orders first, then what each component needs. Systems push them, or you import a file.',
    isDone: hasFacts,
    needs: 'sync.write',
    deed: 'Import a file',
    link: { to: '/import' },
  },
  {
    title: 'Calculation',
    why: 'It runs when somebody starts it, or each night where that is set. Each active seller gets a score, and one with too little data is not rated.',
    isDone: false,
    needs: 'scores.calculate',
    deed: `Calculate ${monthOf(period)}…`,
    link: { to: '/scores', search: { period, act: 'calculate' } },
  },
]
