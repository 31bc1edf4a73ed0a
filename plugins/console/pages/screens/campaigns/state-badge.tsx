import { Badge, type Tone } from '../../parts/badges.tsx'
import { STATE, type State } from './words.ts'

const TONES: Record<State, Tone> = { upcoming: 'info', active: 'good', completed: 'plain', cancelled: 'bad' }

export const StateBadge = ({ state }: { state: State }) => <Badge tone={TONES[state]}>{STATE[state]}</Badge>
