import { isInScope, type Scope } from '../../src/domain/sellers/scope.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import {
  countOutcomes,
  type DecidedAppeal,
  decidedLike,
  ownPoints,
  type Points,
} from './precedent-queries.ts'
import type { Precedent, precedentsRoute } from './precedent-schemas.ts'
import { findAppeal } from './queries.ts'
import { REASONS } from './schemas.ts'

/** The decided appeals that come nearest to one, and how those for its reason went. */
export const getPrecedents: Handler<typeof precedentsRoute> = async (request) => {
  const { scope, params, query } = request
  const { db } = request.server
  const appeal = await findAppeal(request, params.id)
  const { id, component_appealed, appeal_reason_type, score_before } = appeal
  const [points, decided, outcomes] = await Promise.all([
    ownPoints(db, appeal),
    decidedLike(db, appeal),
    countOutcomes(db, appeal),
  ])
  const rawOf = (score: DecidedAppeal['score_before'] | null) =>
    score?.components[component_appealed].raw ?? 0
  const asked = { raw_before: rawOf(score_before), points }
  const nearest = decided
    .map((found) => {
      const raw_before = rawOf(found.score_before)
      return { ...found, raw_before, distance: distanceOf(asked, { raw_before, points: found.points }) }
    })
    .sort(byNearness)
    .slice(0, query.limit)
  return {
    appeal_id: id,
    component_appealed,
    appeal_reason_type,
    raw_before: asked.raw_before,
    outcomes: { ...outcomes, approved_share: shareOf(outcomes) },
    data: nearest.map((found) => ({
      ...shownTo(scope, found),
      same_reason: found.same_reason,
      distance: Math.round(found.distance * 1e6) / 1e6,
      period: found.period,
      decision: found.status,
      score_adjustment: found.score_adjustment,
      raw_before: found.raw_before,
      raw_after: found.score_after && rawOf(found.score_after),
      total_before: found.score_before.total_sos,
      total_after: found.score_after?.total_sos ?? null,
      is_rated_before: found.score_before.is_rated,
      is_rated_after: found.score_after?.is_rated ?? null,
      decided_at: found.decided_at,
    })),
  }
}

type Told = Pick<
  Precedent,
  'appeal_id' | 'seller_code' | 'company_name' | 'appeal_reason_type' | 'ops_notes' | 'am_notes'
>

/** What names the seller, or may: free texts too. Who may not see the appeal sees none of it. */
function shownTo(scope: Scope, found: DecidedAppeal): Told {
  const { id: appeal_id, seller_code, company_name, appeal_reason_type, ops_notes, am_notes } = found
  if (isInScope(scope, found))
    return { appeal_id, seller_code, company_name, appeal_reason_type, ops_notes, am_notes }
  const isSafe = found.same_reason || REASONS.includes(appeal_reason_type)
  return {
    appeal_id: null,
    seller_code: null,
    company_name: null,
    appeal_reason_type: isSafe ? appeal_reason_type : null,
    ops_notes: null,
    am_notes: null,
  }
}

const shareOf = ({ decided, rejected }: { decided: number; rejected: number }) =>
  decided === 0 ? null : Math.round(((decided - rejected) / decided) * 1e4) / 1e4

/** How far an unknown is from everything. */
const FARTHEST = 100

/** What two appeals are compared by. */
type Compared = { raw_before: number; points: Points | null }

/**
 * How far the scores behind two appeals of one component lie apart, 0 (alike) to 200: the difference of the raws before
 * the decision, plus the mean difference of the points of its metrics. Points, and not values, because percent, days
 * and weeks can't be added. A metric with points on one side alone differs by 100, and so do scores of which no
 * explanation is kept; metrics that are N/A on both sides don't count.
 */
export const distanceOf = (one: Compared, other: Compared): number =>
  Math.abs(one.raw_before - other.raw_before) + differenceOf(one.points, other.points)

function differenceOf(one: Points | null, other: Points | null): number {
  if (!one || !other) return FARTHEST
  const differences = [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((metric) => {
    const [a, b] = [one[metric] ?? null, other[metric] ?? null]
    if (a === null && b === null) return []
    return [a === null || b === null ? FARTHEST : Math.abs(a - b)]
  })
  return differences.reduce((sum, difference) => sum + difference, 0) / Math.max(differences.length, 1)
}

/**
 * Appeals for the same reason first, each by their distance, then the order given.
 */
export const byNearness = (
  a: { same_reason: boolean; distance: number },
  b: { same_reason: boolean; distance: number },
): number => Number(b.same_reason) - Number(a.same_reason) || a.distance - b.distance
