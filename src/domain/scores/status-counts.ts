import { Type } from '@sinclair/typebox'
import { count } from '../../platform/schemas/schemas.ts'

/** SQL: how many of some scores are in each state. */
export const STATUS_COUNTS = `
  jsonb_build_object(
    'draft', count(*) filter (where status = 'draft'),
    'under_review', count(*) filter (where status = 'under_review'),
    'final', count(*) filter (where status = 'final'))`

/** How many scores that count are in each state; draft and under_review together are what is not final. */
export const StatusCounts = Type.Object({
  draft: count('Scores to be reviewed', 120),
  under_review: count('Scores that are reviewed and not final', 40),
  final: count('Final scores', 38),
})
