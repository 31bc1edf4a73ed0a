import type { ScoreAdjustment } from '../../../src/domain/appeals/appeal-record.ts'
import { COMPONENTS, type Component } from '../../../src/scoring/components.ts'
import type { DriftedScore } from './queries.ts'

type Moved = Pick<DriftedScore, 'period' | 'drift' | 'total_before' | 'total_after'> & { backtest_id: number }

/**
 * What an appeal says and proposes of a score that drifts: the raw of the component that moved the total most, and the
 * total.
 */
export function proposalOf({ period, drift, total_before, total_after, backtest_id }: Moved): {
  component_appealed: Component
  description: string
  score_adjustment: ScoreAdjustment
} {
  const far = (name: Component) => Math.abs(drift.points[name])
  const most = COMPONENTS.reduce((one, other) => (far(other) > far(one) ? other : one))
  const [before, after] = drift.raws[most]
  const raw = before === after ? '' : `${most} ${after} instead of ${before} and `
  return {
    component_appealed: most,
    description: `Facts that came after ${period} was final would make ${raw}the total ${total_after} instead of ${total_before} (backtest ${backtest_id}).`,
    score_adjustment: {
      ...(before !== after && { [`${most}_raw_after`]: after }),
      total_sos_after: total_after,
    },
  }
}
