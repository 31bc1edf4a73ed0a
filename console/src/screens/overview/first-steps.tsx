import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type Permission, useMe } from '../../api/me.ts'
import type { Schemas } from '../../api/types.ts'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { quality } from './data.ts'
import classes from './first-steps.module.css'

interface Step {
  text: string
  why: string
  isDone: boolean
  needs: Permission
  deed: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** What leads to the scores of a month that has none: sellers, their facts, the calculation. */
export function FirstSteps({ stats: { period, total_sellers } }: { stats: Schemas['DashboardStats'] }) {
  const { permissions } = useMe()
  const found = useQuery(quality(period))
  return (
    <Asked query={found} rows={3}>
      {({ result }) => (
        <ol className={classes.steps}>
          {stepsOf(period, total_sellers, result !== 'nothing').map((step, i, all) => {
            const isNext = !step.isDone && all.slice(0, i).every(({ isDone }) => isDone)
            return (
              <li key={step.text} data-done={step.isDone || undefined}>
                <span aria-hidden>{step.isDone ? <IconCheck size={16} /> : i + 1}</span>
                <div>
                  <Text fw={600} c="var(--strong)">
                    {step.text}
                  </Text>
                  <Text c="dimmed">{step.why}</Text>
                </div>
                {!step.isDone && permissions.includes(step.needs) && (
                  <Button
                    variant={isNext ? 'filled' : 'default'}
                    renderRoot={(root) => <Link {...step.link} {...root} />}
                  >
                    {step.deed}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </Asked>
  )
}

const stepsOf = (period: string, sellers: number, hasFacts: boolean): Step[] => [
  {
    text: 'Sellers',
    why: sellers ? `${plural(sellers, 'seller is', 'sellers are')} active.` : 'Who is to be scored.',
    isDone: sellers > 0,
    needs: 'sellers.write',
    deed: 'Add a seller',
    link: { to: '/records/$path', params: { path: 'sellers' }, search: { open: 'new' } },
  },
  {
    text: `Facts of ${monthOf(period)}`,
    why: hasFacts
      ? 'There are some.'
      : 'Orders first; then forecasts, tickets, invoices and stock. Systems push them, or you import a file.',
    isDone: hasFacts,
    needs: 'sync.write',
    deed: 'Import a file',
    link: { to: '/import' },
  },
  {
    text: 'Calculation',
    why: 'Every active seller gets a score, and each number its reasons.',
    isDone: false,
    needs: 'scores.calculate',
    deed: `Calculate ${monthOf(period)}`,
    link: { to: '/scores', search: { period, act: 'calculate' } },
  },
]
