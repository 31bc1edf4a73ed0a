import { lazy } from '../../parts/lazy.tsx'
import type { Permission } from '../../parts/me.ts'

export type TabName = 'score' | 'exceptions' | 'surcharges' | 'appeals' | 'campaigns' | 'record'

/** The parts of the page, each with the permission that shows it. */
export const TABS: { name: TabName; needs: Permission }[] = [
  { name: 'score', needs: 'seller-scores.read' },
  { name: 'exceptions', needs: 'exceptions.read' },
  { name: 'surcharges', needs: 'surcharges.read' },
  { name: 'appeals', needs: 'appeals.read' },
  { name: 'campaigns', needs: 'campaigns.read' },
  { name: 'record', needs: 'sellers.read' },
]

const PARTS = {
  exceptions: lazy<{ code: string }>(() => import('./tabs/exceptions.tsx')),
  surcharges: lazy<{ code: string }>(() => import('./tabs/surcharges.tsx')),
  appeals: lazy<{ code: string }>(() => import('./tabs/appeals.tsx')),
  campaigns: lazy<{ code: string }>(() => import('./tabs/campaigns.tsx')),
  record: lazy<{ code: string }>(() => import('./tabs/record.tsx')),
}

/** A part besides the score, with a script of its own. */
export function TabOf({ name, code }: { name: Exclude<TabName, 'score'>; code: string }) {
  const Part = PARTS[name]
  return <Part code={code} />
}
