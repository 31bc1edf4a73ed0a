import type { FastifyInstance } from 'fastify'
import { readAtOneInstant } from '../../runs/seller-queries.ts'
import { type Report, readReport } from './quality-report.ts'

/** How long a statement of a report may take, and how long the report waits for a connection. */
export const REPORT_MS = 10_000

/**
 * Judges a month's data as of now, on one instant.
 * @param portfolio_of names sellers of this account manager only
 * @throws what the database says when it takes too long
 */
export const judgeMonth = (
  { db, env, clock, feeds }: Pick<FastifyInstance, 'db' | 'env' | 'clock' | 'feeds'>,
  period: string,
  portfolio_of: number | null = null,
): Promise<Report> =>
  db.bulkTransaction(
    async (tx) => {
      await readAtOneInstant(tx)
      return readReport(tx, {
        period,
        time_zone: env.BUSINESS_TIMEZONE,
        now: clock.now(),
        portfolio_of,
        feeds,
      })
    },
    { timeout: REPORT_MS },
  )
