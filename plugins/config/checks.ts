import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { faultsIn } from '../../src/domain/quality/faults.ts'
import { hasFaults } from '../../src/feeds/faults.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { DEFAULTS_EFFECTIVE_FROM } from '../../src/scoring/default-rules.ts'
import { type DatedRecord, firstUnusablePeriod } from '../../src/scoring/effective-records.ts'
import { ASKED_A_FAULT } from '../../src/scoring/fault-words.ts'
import { identityOf } from '../../src/scoring/in-force.ts'
import type { RuleType } from '../../src/scoring/rules.ts'

type Records = readonly DatedRecord<RuleType>[]

/**
 * Checks the active records of a type after a change, in every month from the earliest that any record, before or
 * after the change, was for: a month that could be scored stays one that can.
 * @throws 409 when two records are the same kind from the same month on, 400 when a month's records are unusable
 */
export function requireUsable(type: RuleType, before: Records, after: Records) {
  const alike = Map.groupBy(after, (record) => `${record.effective_from} ${identityOf(type, record)}`)
  const [first, twin] = [...alike.values()].find(({ length }) => length > 1) ?? []
  if (first && twin)
    throw conflict(
      'already_taken',
      `effective_from: record ${first.id} is for the same (${identityOf(type, first)}) from ${first.effective_from} on; change that one`,
    )
  const unusable = firstUnusablePeriod(type, after, earliest([...before, ...after]))
  if (unusable) throw badRequest('rules_unusable', `${unusable.problem} (from ${unusable.period} on)`)
}

const earliest = (records: Records) =>
  records.map(({ effective_from }) => effective_from).sort()[0] ?? DEFAULTS_EFFECTIVE_FROM

/** Percent of what went wrong that must name a fault, before what names none is nobody's. */
export const ENOUGH = 50

/** What a change of fault records may be made over. */
export const ACCEPTABLE = ['few_faults'] as const
export type Accept = (typeof ACCEPTABLE)[number][]

/**
 * Refuses to leave out what names no fault while few facts of the last month name one: everybody would be perfect by
 * silence.
 * @param records the fields of the fault records that are written
 * @throws 400 that names the feed and the share
 */
export async function requireNamedFaults(
  db: Sql,
  service: Pick<FastifyInstance, 'clock' | 'env' | 'feeds'>,
  records: readonly object[],
  accept: Accept = [],
) {
  if (records.length === 0 || accept.includes('few_faults')) return
  const period = shiftPeriod(runningPeriod(service), -1)
  const faultsOf = await faultsIn(db, period, service.env.BUSINESS_TIMEZONE)
  const isMeant = ({ name }: Feed) => records.some((record) => 'feed' in record && record.feed === name)
  for (const feed of service.feeds.filter(hasFaults).filter(isMeant)) {
    const { went_wrong, unnamed } = (await faultsOf(feed)) ?? { went_wrong: 0, unnamed: 0 }
    const named = went_wrong - unnamed
    if (named * 100 >= ENOUGH * went_wrong) continue
    const percent = Math.floor((named * 1000) / went_wrong) / 10
    throw badRequest(
      'few_faults',
      `counts_as: ${named} of ${went_wrong} ${ASKED_A_FAULT[feed.name]} of ${period} name a fault (${percent} %), and all others would be left out; from ${ENOUGH} % on it is taken, else send accept ["few_faults"]`,
    )
  }
}
