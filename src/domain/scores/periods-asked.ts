import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../platform/http/errors/problems.ts'
import { Period } from '../../platform/schemas/schemas.ts'
import { requireInOrder, runningPeriod, shiftPeriod } from '../business-time.ts'
import { MOST_MONTHS } from '../finished-months.ts'

/** Query of what shows the scores of one period or of several. */
export const PeriodsQuery = {
  period: Type.Optional(Period({ description: 'One period. Default: the current month' })),
  from: Type.Optional(
    Period({
      description:
        'First of several periods, inclusive; `to` is at most 23 months later, which is its default',
      examples: ['2026-01'],
    }),
  ),
  to: Type.Optional(
    Period({ description: 'Last of several periods, inclusive; by itself, the 24 periods up to it' }),
  ),
}

/**
 * The first and the last period that a query asks for.
 * @throws 400 when it is not clear, the first is after the last, or there are too many
 */
export function periodsAsked(
  service: Pick<FastifyInstance, 'env' | 'clock'>,
  { period, from, to }: { period?: string; from?: string; to?: string },
): { from: string; to: string } {
  if (period && (from || to)) throw badRequest('ambiguous_request', 'Give either period, or from and to.')
  requireInOrder(from, to)
  const most = MOST_MONTHS - 1
  if (from && to && to > shiftPeriod(from, most))
    throw badRequest(
      'span_too_long',
      `from ${from} to ${to} is more than ${MOST_MONTHS} months: with this from, to is ${shiftPeriod(from, most)} at the latest`,
    )
  if (from) return { from, to: to ?? shiftPeriod(from, most) }
  if (to) return { from: shiftPeriod(to, -most), to }
  const one = period ?? runningPeriod(service)
  return { from: one, to: one }
}
