import { plural } from '../../logic/format.ts'
import { stateBadge } from '../../parts/badges.tsx'

export const StateBadge = stateBadge({
  queued: ['Waiting', 'plain'],
  computing: ['Computing', 'info'],
  proposed: ['To decide', 'warn'],
  computed: ['Shown', 'plain'],
  applying: ['Applying', 'info'],
  completed: ['Completed', 'good'],
  rejected: ['Rejected', 'plain'],
  failed: ['Failed', 'bad'],
})

/** The words of corrections. */
export const words = {
  corrected: 'Corrected',
  left_out: 'Left out',
  decideText: (changed: number) =>
    `${plural(changed, 'score gets', 'scores get')} a revision, each with its event. This can’t be undone; surcharges stay as they are.`,
}
