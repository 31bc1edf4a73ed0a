import { isOpenAppeal } from '../../logic/appeal-step.ts'
import { moment } from '../../logic/format.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { Course } from '../../parts/course.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import type { AppealDetail } from './appeal.tsx'
import { DECISION, STEP } from './states-and-reasons.ts'

const TONES: Record<string, Tone> = { approve: 'good', partially_approve: 'good', reject: 'bad' }

/** Who did what when, and what is still to come. */
export function CoursePanel({ appeal: { course, status } }: { appeal: AppealDetail }) {
  const { time_zone } = useMe()
  const taken = course.map(({ step, at, user, by, decision, notes }) => ({
    title: STEP[step] ?? step,
    about: [user?.full_name ?? user?.username ?? by, moment(at, time_zone)].filter(Boolean).join(' · '),
    done: true,
    children: (
      <>
        {decision && <Badge tone={TONES[decision]}>{DECISION[decision]}</Badge>}
        {notes && (
          <p class="said" dir="auto">
            {notes}
          </p>
        )}
      </>
    ),
  }))
  const waiting = isOpenAppeal(status)
    ? [
        ...(status === 'pending'
          ? [{ title: 'Recommendation', about: 'Waits for the head of operations.', done: false }]
          : []),
        { title: 'Decision', about: 'Waits for the head of account management.', done: false },
      ]
    : []
  return (
    <Panel title="Course">
      <Course steps={[...taken, ...waiting]} />
    </Panel>
  )
}
