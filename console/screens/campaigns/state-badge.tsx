import { stateBadge } from '../../parts/badges.tsx'

export const STATE = {
  upcoming: 'Upcoming',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const StateBadge = stateBadge<keyof typeof STATE>({
  upcoming: [STATE.upcoming, 'info'],
  active: [STATE.active, 'good'],
  completed: [STATE.completed, 'plain'],
  cancelled: [STATE.cancelled, 'bad'],
})

export const KIND = { major_campaign: 'Major', mini_campaign: 'Small' }
