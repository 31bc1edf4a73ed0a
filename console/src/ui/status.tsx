import { Badge, type BadgeProps } from '@mantine/core'
import { stateOf } from './names.ts'

/** The states of a colour, wherever they are shown. */
const STATES = {
  green: ['active', 'applied', 'final', 'approved', 'delivered', 'completed'],
  yellow: ['pending', 'under_review', 'proposed'],
  red: ['suspended', 'rejected', 'failed'],
  brand: ['upcoming', 'partially_approved'],
}

/** That no order of a seller is shipped. */
export const Blocked = (look: BadgeProps) => (
  <Badge {...look} color="red">
    Blocked
  </Badge>
)

/** A state, in the word of the service. */
export function State({ state, of }: { state: string; of?: string }) {
  const [color] = Object.entries(STATES).find(([, states]) => states.includes(state)) ?? []
  return (
    <Badge color={color} variant={color ? undefined : 'default'}>
      {stateOf(state, of)}
    </Badge>
  )
}
