import { Badge, type BadgeProps } from '@mantine/core'
import { nameOf } from './names.ts'

/** The colour of a state, wherever it is shown. */
const COLORS: Record<string, string> = {
  active: 'green',
  applied: 'green',
  final: 'green',
  approved: 'green',
  delivered: 'green',
  completed: 'green',
  pending: 'yellow',
  under_review: 'yellow',
  proposed: 'yellow',
  upcoming: 'brand',
  suspended: 'red',
  rejected: 'red',
  failed: 'red',
  partially_approved: 'brand',
}

/** That no order of a seller is shipped. */
export const Blocked = (look: BadgeProps) => (
  <Badge {...look} color="red">
    Orders blocked
  </Badge>
)

/** A state, in the word of the service. */
export const State = ({ state }: { state: string }) => (
  <Badge color={COLORS[state]} variant={COLORS[state] ? undefined : 'default'}>
    {nameOf(state)}
  </Badge>
)
