import { periodsAsked } from '../../../src/domain/scores/periods-asked.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { summarizeScores } from './summary-queries.ts'
import { GROUPS, type Group, type summaryRoute } from './summary-schemas.ts'

export const getSummary: Handler<typeof summaryRoute> = async ({ server, scope, query }) => {
  const group_by = groupsAsked(query.group_by)
  const periods = periodsAsked(server, query)
  const data = await summarizeScores(server.db.bulk, {
    ...periods,
    group_by,
    portfolio_of: scope.am_id,
  })
  return { ...periods, group_by, currency: server.env.CURRENCY, data }
}

/** @throws 400 for more than two groups, or an unknown one */
function groupsAsked(text: string): Group[] {
  const groups = [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))] as Group[]
  if (groups.length > 2 || groups.some((group) => !GROUPS.includes(group)))
    throw badRequest(
      'invalid_field',
      `group_by must be one or two of ${GROUPS.join(', ')}, with a comma between, as tier,period`,
    )
  return groups
}
