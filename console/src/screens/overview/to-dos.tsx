import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { CircleCheckIcon } from 'lucide-react'
import type { Schemas } from '../../api/client.ts'
import { type Me, monthStats, monthsToClose, openIn, type Permission, useMe } from '../../api/me.ts'
import { monthOf, plural, points } from '../../ui/format.ts'
import { Lead } from '../../ui/lead.tsx'

interface ToDo {
  text: string
  /** What it waits for, or what it leads to. */
  why: string
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

type Waiting = Schemas['DashboardStats']['waiting']

/** What waits for the person who looks: only what that person may do, the most urgent first; else whom to talk to. */
export function ToDos({ stats }: { stats: Schemas['DashboardStats'] }) {
  const me = useMe()
  // What waits now, whatever month is looked at.
  const now = useQuery(monthStats(me.current_period)).data
  if (!now) return null
  const decisions = todosOf(me, now.waiting)
  const todos = decisions.length ? decisions : talksOf(stats)
  return (
    <>
      {todos.length === 0 && (
        <Group gap="xs" py="md" c="dimmed">
          <CircleCheckIcon size={18} /> You have nothing to decide.
        </Group>
      )}
      {todos.map(({ text, why, link }, i) => (
        <Lead key={text} {...link} title={text} data-first={i === 0 || undefined}>
          {why}
        </Lead>
      ))}
    </>
  )
}

/** The first sellers to talk to. */
const talksOf = ({ period, urgent }: Schemas['DashboardStats']): ToDo[] =>
  urgent.slice(0, 3).map((seller) => ({
    text: `Talk to ${seller.company_name}`,
    why: `${seller.is_blocked ? 'Its orders are blocked. ' : ''}It ${seller.sos_delta < 0 ? `fell by ${points(-seller.sos_delta)}` : `has ${points(seller.total_sos)}`} points.`,
    link: { to: '/sellers/$code', params: { code: seller.seller_code }, search: { period } },
  }))

const appeals = (status: string): ToDo['link'] => ({ to: '/appeals', search: { status } })

/** What this person decides of appeals and surcharges. */
export const decisionsOf = (me: Me, waiting: Waiting) =>
  todosOf(me, waiting).filter(({ link: { to } }) => to === '/appeals' || to === '/surcharges')

function todosOf(me: Me, waiting: Waiting): ToDo[] {
  const { permissions, user } = me
  const may = (permission: Permission) => permissions.includes(permission)
  const {
    appeals_pending: pending,
    appeals_under_review: reviewed,
    surcharges_pending: charges,
    corrections,
    drafts,
  } = waiting
  const months = may('scores.write') ? monthsToClose(me) : []
  const all: (ToDo | false)[] = [
    ...months.map((month) => ({
      text: `Close ${monthOf(month.period)}`,
      why: `${plural(openIn(month), 'score is', 'scores are')} not final yet.`,
      link: { to: '/close', search: { period: month.period } } as ToDo['link'],
    })),
    may('appeals.review-ops') &&
      pending > 0 && {
        text: `Recommend on ${plural(pending, 'appeal')}`,
        why: 'It is decided after that.',
        link: appeals('pending'),
      },
    may('appeals.review-am') &&
      reviewed > 0 && {
        text: `Decide ${plural(reviewed, 'appeal')}`,
        why: 'Operations has sent its recommendation.',
        link: appeals('under_review'),
      },
    user.am_id !== null &&
      pending + reviewed > 0 && {
        text: `Follow ${plural(pending + reviewed, 'appeal')} of your sellers`,
        why: `Operations has sent its recommendation on ${reviewed || 'none'} of them.`,
        link: { to: '/appeals' },
      },
    may('surcharges.write') &&
      charges > 0 && {
        text: `Apply or waive ${plural(charges, 'surcharge')}`,
        why: 'They are charged only once they are applied. Payment blocks hold orders already.',
        link: { to: '/surcharges', search: { status: 'pending' } } as ToDo['link'],
      },
    may('scores.write') &&
      may('model.read') &&
      corrections > 0 && {
        text: `Approve ${plural(corrections, 'correction')} of final scores`,
        why: 'Another person approves it than the one who asked.',
        link: { to: '/records/$path', params: { path: 'corrections' } } as ToDo['link'],
      },
    may('config.write') &&
      drafts > 0 && {
        text: `Decide on ${plural(drafts, 'draft')} of the rules`,
        why: 'No score changes until a draft is adopted.',
        link: { to: '/records/$path', params: { path: 'drafts' } } as ToDo['link'],
      },
  ]
  return all.filter((todo) => todo !== false)
}
