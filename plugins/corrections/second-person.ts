import type { Actor } from '../../src/platform/access/identity.ts'
import { conflict } from '../../src/platform/http/problems.ts'
import type { Correction, CorrectionStatus } from './queries.ts'

const WHY_NOT: Record<Exclude<CorrectionStatus, 'proposed'>, string> = {
  queued: 'is not computed yet: wait until it is proposed',
  computing: 'is not computed yet: wait until it is proposed',
  computed: 'changes no score, so there is nothing to decide',
  applying: 'is approved, which is final',
  completed: 'is completed, which is final',
  rejected: 'is rejected, which is final',
  failed: 'has failed: ask for another one',
}

/** @throws 409 unless a correction waits to be decided */
export function requireDecidable({ id, status, dry_run }: Correction) {
  if (dry_run)
    throw conflict(
      'transition_not_allowed',
      `Correction ${id} is a dry run, which only shows what would change: ask for one without dry_run.`,
    )
  if (status !== 'proposed') throw conflict('transition_not_allowed', `Correction ${id} ${WHY_NOT[status]}.`)
}

/** @throws 409 when the actor is the one who asked for it: to take it back, one rejects it */
export function requireSecondPerson({ id, requested_by }: Correction, actor: Actor) {
  if (requested_by === actor.id)
    throw conflict(
      'second_person_needed',
      `You have asked for correction ${id}; somebody else must approve it.`,
    )
}
