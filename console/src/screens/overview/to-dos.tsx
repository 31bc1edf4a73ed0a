import { Group, Text } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { openIn, useMe } from '../../api/me.ts'
import { monthOf, plural } from '../../ui/format.ts'
import { Waiting } from '../../ui/page.tsx'
import { appeals, surcharges } from './data.ts'
import classes from './to-dos.module.css'

interface ToDo {
  key: string
  text: string
  /** What happens when it is not done. */
  why: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** What waits for the person who looks: only what that person may do. */
export function ToDos() {
  const { permissions, periods, current_period } = useMe()
  const mayRecommend = permissions.includes('appeals.review-ops')
  const mayDecide = permissions.includes('appeals.review-am')
  const pending = useQuery({ ...appeals('pending'), enabled: mayRecommend })
  const reviewed = useQuery({ ...appeals('under_review'), enabled: mayDecide })
  const charges = useQuery({ ...surcharges, enabled: permissions.includes('surcharges.write') })
  if ([pending, reviewed, charges].some(({ isLoading }) => isLoading)) return <Waiting rows={3} />

  const todos: ToDo[] = [
    ...periods
      .filter(
        (month) => permissions.includes('scores.write') && month.period < current_period && openIn(month) > 0,
      )
      .map(({ period, statuses }) => ({
        key: period,
        text: `Close ${monthOf(period)}`,
        why: `${plural(statuses?.draft ?? 0, 'draft')}, ${statuses?.under_review ?? 0} under review`,
        link: { to: '/close', search: { period } } as ToDo['link'],
      })),
    ...waiting('recommend', pending.data?.total, 'Recommend on', 'appeal', 'Waits for head of operations', {
      to: '/appeals',
    }),
    ...waiting('decide', reviewed.data?.total, 'Decide', 'appeal', 'Operations have recommended', {
      to: '/appeals',
    }),
    ...waiting(
      'charge',
      charges.data?.total,
      'Apply or waive',
      'surcharge',
      'Pending since they were evaluated',
      { to: '/surcharges', search: { status: 'pending' } } as ToDo['link'],
    ),
  ]
  if (todos.length === 0)
    return (
      <Group gap="xs" py="md" c="dimmed">
        <IconCircleCheck size={18} /> Nothing waits for you.
      </Group>
    )
  return todos.map(({ key, text, why, link }) => (
    <Link key={key} {...link} className={classes.todo}>
      <span>
        <Text fw={500} c="var(--strong)">
          {text}
        </Text>
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </span>
      <IconChevronRight size={16} />
    </Link>
  ))
}

const waiting = (
  key: string,
  total = 0,
  verb: string,
  noun: string,
  why: string,
  link: ToDo['link'],
): ToDo[] => (total ? [{ key, text: `${verb} ${plural(total, noun)}`, why, link }] : [])
