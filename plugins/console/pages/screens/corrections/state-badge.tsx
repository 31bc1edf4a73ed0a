import type { Status } from '../../logic/correction-state.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { STATUS } from './words.ts'

const TONES: Record<Status, Tone> = {
  queued: 'plain',
  computing: 'info',
  proposed: 'warn',
  computed: 'plain',
  applying: 'info',
  completed: 'good',
  rejected: 'plain',
  failed: 'bad',
}

export const StateBadge = ({ status }: { status: Status }) => (
  <Badge tone={TONES[status]}>{STATUS[status]}</Badge>
)
