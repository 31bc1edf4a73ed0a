import { Badge, type Tone } from '../../parts/badges.tsx'
import { STATE, type State } from './words.ts'

const TONES: Record<State, Tone> = {
  pending: 'warn',
  under_review: 'info',
  approved: 'good',
  partially_approved: 'good',
  rejected: 'bad',
  expired: 'plain',
}

export const StateBadge = ({ state }: { state: State }) => <Badge tone={TONES[state]}>{STATE[state]}</Badge>
