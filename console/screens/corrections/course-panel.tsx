import type { Correction } from '../../logic/correction-state.ts'
import { count, moment, plural } from '../../logic/format.ts'
import { Course } from '../../parts/course.tsx'
import { useMe } from '../../parts/me.ts'
import { Panel } from '../../parts/panel.tsx'

/** Who asked, what it found, who decided, what was written. */
export function CoursePanel({ correction }: { correction: Correction }) {
  const { time_zone } = useMe()
  const { created_at, requested_by, computed_at, sellers, changed } = correction
  const { status, decided_at, decided_by, notes, finished_at, corrected, left_out } = correction
  const at = (instant: string | null) => (instant ? moment(instant, time_zone) : 'not yet')
  const steps = [
    { title: 'Asked for', about: `${at(created_at)}, user ${requested_by}`, done: true },
    {
      title: 'Computed',
      about: at(computed_at),
      done: computed_at !== null,
      children: computed_at && (
        <p>
          {`${count(changed ?? 0)} of ${plural(sellers ?? 0, 'final score changes', 'final scores change')}.`}{' '}
          {status === 'computed' && 'It ends here: nothing is to be decided.'}
        </p>
      ),
    },
    {
      title: !decided_at ? 'Decided by a second person' : status === 'rejected' ? 'Rejected' : 'Approved',
      about: decided_by === null ? 'not yet' : `${at(decided_at)}, user ${decided_by}`,
      done: decided_at !== null,
      children: notes && (
        <p class="said" dir="auto">
          {notes}
        </p>
      ),
    },
    {
      title: 'Revisions written',
      about: status === 'completed' ? at(finished_at) : 'not yet',
      done: status === 'completed',
      children: status === 'completed' && (
        <p>
          {plural(corrected, 'score has a revision', 'scores have a revision')}.{' '}
          {left_out > 0 &&
            `${plural(left_out, 'score was', 'scores were')} left out: somebody else revised it meanwhile.`}
        </p>
      ),
    },
  ]
  const last = status === 'computed' ? 2 : status === 'rejected' ? 3 : 4
  return (
    <Panel title="How far it is" class="third">
      <Course steps={steps.slice(0, last)} />
    </Panel>
  )
}
