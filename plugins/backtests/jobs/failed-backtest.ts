import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { BACKTESTS, scoringMonth } from '../../../src/runs/run-tables.ts'

/** Fails a backtest. A report ends what is open only. */
export const failedBacktest = failedJob({
  name: 'failed-backtest',
  data: Type.Object({
    backtest_id: Id(),
    batch: Type.Optional(Type.Integer()),
    months_done: Type.Optional(Type.Integer()),
    step: Type.Optional(Type.Literal('report')),
  }),
  kind: BACKTESTS,
  stepOf({ batch, months_done = 0, step }) {
    const round = scoringMonth({ months_done })
    if (step) return { step: 'It could not be summed up', round }
    if (batch === undefined) return { step: 'It could not be started' }
    return { step: `Batch ${batch} could not be scored`, round }
  },
})
