import { isOpenAppeal } from '../../logic/appeal-step.ts'
import { moment } from '../../logic/format.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { Course } from '../../parts/course.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import type { AppealDetail } from './appeal.tsx'
import { DECISION, STEP, words } from './words.ts'

const TONES: Record<string, Tone> = { approve: 'good', partially_approve: 'good', reject: 'bad' }

/** Who did what when, and what is still to come. */
export function CoursePanel({ appeal: { course, status } }: { appeal: AppealDetail }) {
  const { time_zone } = useMe()
  const taken = course.map(({ step, at, user, by, decision, notes }) => ({
    key: step,
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
        ...(status === 'pending' ? [{ key: 'ops_review', about: words.waitsForOps }] : []),
        { key: 'am_review', about: words.waitsForAm },
      ].map((one) => ({ ...one, title: STEP[one.key] ?? one.key, done: false }))
    : []
  return (
    <Panel title={words.course}>
      <Course steps={[...taken, ...waiting]} />
    </Panel>
  )
}
