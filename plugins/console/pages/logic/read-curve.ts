import { type CurvePoints, prepareCurve, readCurve } from '../../../../src/scoring/curve.ts'
import { parse, round } from '../../../../src/scoring/rational.ts'

/** The points of a value, read as the scores are; null where the points make no curve yet (while they are edited). */
export function pointsAt(curve: CurvePoints, value: number): number | null {
  try {
    return round(readCurve(prepareCurve(curve), parse(value)), 6)
  } catch {
    return null
  }
}
