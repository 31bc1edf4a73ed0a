import type { Correction } from '../../logic/correction-state.ts'
import { moment } from '../../logic/format.ts'
import { Course } from '../../parts/course.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'
import { words } from './words.ts'

/** Who asked, what it found, who decided, what was written. */
export function CoursePanel({ correction }: { correction: Correction }) {
  const { time_zone } = useMe()
  const { created_at, requested_by, computed_at, sellers, changed } = correction
  const { status, decided_at, decided_by, notes, finished_at, corrected, left_out } = correction
  const at = (instant: string | null) => (instant ? moment(instant, time_zone) : words.notYet)
  const steps = [
    { key: 'asked', title: words.stepAsked, about: words.by(at(created_at), requested_by), done: true },
    {
      key: 'computed',
      title: words.stepComputed,
      about: at(computed_at),
      done: computed_at !== null,
      children: computed_at && (
        <p>
          {words.computedOf(sellers ?? 0, changed ?? 0)} {status === 'computed' && words.endsHere}
        </p>
      ),
    },
    {
      key: 'decided',
      title: !decided_at
        ? words.stepDecided
        : status === 'rejected'
          ? words.stepRejected
          : words.stepApproved,
      about: decided_by === null ? words.notYet : words.by(at(decided_at), decided_by),
      done: decided_at !== null,
      children: notes && (
        <p class="said" dir="auto">
          {notes}
        </p>
      ),
    },
    {
      key: 'applied',
      title: words.stepApplied,
      about: status === 'completed' ? at(finished_at) : words.notYet,
      done: status === 'completed',
      children: status === 'completed' && (
        <p>
          {words.wrote(corrected)}. {left_out > 0 && words.leftOut(left_out)}
        </p>
      ),
    },
  ]
  const last = status === 'computed' ? 2 : status === 'rejected' ? 3 : 4
  return (
    <Panel title={words.course} class="third">
      <Course steps={steps.slice(0, last)} />
    </Panel>
  )
}
