import type { Answer } from '../../api/types.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { STATES } from './words.ts'

export type RunShown = Answer<'GET', '/api/sos/runs/{id}'>

const TONES: Record<RunShown['status'], Tone> = {
  queued: 'plain',
  running: 'info',
  completed: 'good',
  failed: 'bad',
}

export const RunState = ({ status }: { status: RunShown['status'] }) => (
  <Badge tone={TONES[status]}>{STATES[status]}</Badge>
)
