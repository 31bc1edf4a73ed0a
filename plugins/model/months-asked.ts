import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { finishedMonths } from '../../src/domain/finished-months.ts'

const USUAL_MONTHS = 12

/**
 * The months that a query asks for, oldest first; by default the last twelve that are over.
 * @throws 400 when they are not 1 to 24 finished months
 */
export function monthsAsked(
  service: Pick<FastifyInstance, 'clock' | 'env'>,
  { from, to }: { from?: string; to?: string },
): string[] {
  const running = runningPeriod(service)
  const last =
    to ?? (from ? atLatest(shiftPeriod(from, USUAL_MONTHS - 1), running) : shiftPeriod(running, -1))
  return finishedMonths(from ?? shiftPeriod(last, 1 - USUAL_MONTHS), last, running)
}

/** A month, or the last one that is over, whichever is earlier. */
const atLatest = (period: string, running: string) => (period < running ? period : shiftPeriod(running, -1))
