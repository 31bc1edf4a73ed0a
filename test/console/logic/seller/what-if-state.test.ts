import fc from 'fast-check'
import t from 'tap'
import { type PathStep, tried, whatIfOf } from '../../../../console/logic/seller/what-if-state.ts'

const METRICS = ['on_time_ready_rate', 'forecast_error', 'forecast_bias', 'aged_stock_share']

const values = fc.dictionary(
  fc.constantFrom(...METRICS),
  fc.integer({ min: 0, max: 99_999 }).map((hundredths) => hundredths / 100),
  { noNullPrototype: true },
)

t.test('what is tried survives the address', async () => {
  const { read, write } = tried()
  fc.assert(
    fc.property(fc.boolean(), values, (path, metrics) => {
      t.same(read(write({ path, metrics })), { path, metrics })
    }),
  )
})

t.test('what makes no sense in the address is left out', async (t) => {
  const { read } = tried()
  t.same(read('path,nonsense,a.1.234,__proto__.1,on_time_ready_rate.95.5'), {
    path: true,
    metrics: { on_time_ready_rate: 95.5, ...Object.fromEntries([['__proto__', 1]]) },
  })
})

const steps: PathStep[] = [
  {
    lever: 'closer_forecast',
    metric: 'forecast_error',
    value_after: 12.5,
    facts: { absolute_error: '-8', forecast_total: '8' },
  },
  { lever: 'more_on_time', metric: 'on_time_ready_rate', value_after: 97, facts: { ready_on_time: '4' } },
]

t.test('a metric is never changed both ways', async (t) => {
  fc.assert(
    fc.property(values, (metrics) => {
      const body = whatIfOf({ path: true, metrics }, steps)
      t.equal('ready_on_time' in (body.facts ?? {}), !('on_time_ready_rate' in metrics))
      const setsForecasts = 'forecast_error' in metrics || 'forecast_bias' in metrics
      t.equal('absolute_error' in (body.facts ?? {}), !setsForecasts)
      if ('forecast_bias' in metrics && !('forecast_error' in metrics))
        t.equal(body.metrics?.forecast_error, 12.5, 'the step stands as a value')
    }),
  )
})

t.test('nothing tried asks for nothing', async (t) => {
  t.same(whatIfOf({ path: false, metrics: {} }, steps), {})
})
