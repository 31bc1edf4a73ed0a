import { Type } from '@sinclair/typebox'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { failedJob } from '../../../src/runs/failed-job.ts'
import { BACKTESTS, endRun, isBatchDone, lockQueued } from '../../../src/runs/run-tables.ts'

/** Fails a backtest. A report ends what is open only. */
export const failedBacktest = failedJob({
  name: 'failed-backtest',
  data: Type.Object({
    backtest_id: Id(),
    batch: Type.Optional(Type.Integer()),
    months_done: Type.Optional(Type.Integer()),
    step: Type.Optional(Type.Literal('report')),
  }),
  async openStep(tx, { backtest_id, batch, months_done, step }) {
    if (step === 'report') return 'It could not be summed up'
    if (batch === undefined || months_done === undefined)
      return (await lockQueued(tx, BACKTESTS, backtest_id, 'id')) && 'It could not be started'
    const isDone = await isBatchDone(tx, BACKTESTS, backtest_id, batch, `months_done > ${months_done}`)
    return isDone ? undefined : `Batch ${batch} could not be scored`
  },
  fail: (tx, { backtest_id }, error) => endRun(tx, BACKTESTS, backtest_id, { status: 'failed', error }),
})
