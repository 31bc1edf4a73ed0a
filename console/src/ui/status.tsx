import { Badge } from '@mantine/core'
import type { Schemas } from '../api/types.ts'
import { nameOf } from './names.ts'
import { useWords } from './words.ts'

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
  partially_approved: 'green',
}

/** A state, in a word of its own where it has one. */
export const State = ({ state, label = nameOf(state) }: { state: string; label?: string }) => (
  <Badge color={COLORS[state]} variant={COLORS[state] ? undefined : 'default'}>
    {label}
  </Badge>
)

/** A state in the word of the service. */
export const Status = ({ list, word }: { list: keyof Schemas['Words']; word: string }) => (
  <State state={word} label={useWords(list)(word).label} />
)
