import { Badge } from '@mantine/core'
import type { Schemas } from '../api/types.ts'
import { useWords } from './words.ts'

/** The colour of a state, wherever it is shown. */
export const STATE_COLORS: Record<string, string> = {
  active: 'green',
  applied: 'green',
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
  cancelled: 'gray',
}

/** A state in the word of the service. */
export const Status = ({ list, word }: { list: keyof Schemas['Words']; word: string }) => (
  <Badge variant="light" tt="none" fw={500} miw="max-content" color={STATE_COLORS[word] ?? 'gray'}>
    {useWords(list)(word).label}
  </Badge>
)
