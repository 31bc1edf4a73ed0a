import { Badge } from '../../parts/badges.tsx'
import { words } from './words.ts'

export const StateBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? words.active : words.inactive}</Badge>
)
