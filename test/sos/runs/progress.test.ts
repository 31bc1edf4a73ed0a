import t from 'tap'
import { scoringBatch } from '../../../plugins/sos/runs/scoring-batch.ts'
import { scoringRun } from '../../../plugins/sos/runs/scoring-run.ts'
import { testApp } from '../../setup/app.ts'
import { ATTEMPT, makeSeller } from '../setup.ts'

/** Reads a stream of server-sent events one at a time: [name, run], or undefined at its end. */
function eventReader(response: Response) {
  const chunks = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  return async () => {
    while (!text.includes('\n\n')) {
      const { value, done } = await chunks.read()
      if (done) return undefined
      text += value
    }
    const [event = ''] = text.split('\n\n', 1)
    text = text.slice(event.length + 2)
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
    return [name, JSON.parse(data ?? 'null')]
  }
}

t.test('the progress of a run', async (t) => {
  const { app, call, user } = await testApp(t)
  await makeSeller(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const start = async (period: string) =>
    (await call('bod', 'POST', '/api/sos/monthly/calculate', { period }, { prefer: 'respond-async' })).body
      .run_id
  const watch = (run: number, signal?: AbortSignal) =>
    fetch(`${url}/api/sos/runs/${run}/progress`, {
      headers: { 'x-user-id': `${user.viewer.id}` },
      signal: signal ?? null,
    })

  t.test('is an event for every change, and ends with the run', async (t) => {
    const run_id = await start('2026-03')
    const response = await watch(run_id)
    t.match(response.headers.get('content-type'), 'text/event-stream')
    const next = eventReader(response)
    t.match(await next(), ['progress', { id: run_id, status: 'queued' }])
    await scoringRun.handler(app, { run_id }, ATTEMPT)
    t.match(await next(), ['progress', { status: 'running', batches_done: 0, batches_total: 1 }])
    await scoringBatch.handler(app, { run_id, batch: 0 }, ATTEMPT)
    t.match(await next(), ['completed', { status: 'completed', batches_done: 1, sellers_scored: 1 }])
    t.equal(await next(), undefined)
  })

  t.test('of a run that failed ends with that', async (t) => {
    const run_id = await start('1999-01')
    const next = eventReader(await watch(run_id))
    await next()
    await scoringRun.handler(app, { run_id }, ATTEMPT)
    t.match(await next(), ['failed', { status: 'failed', error: /^The configuration can't be used/ }])
    t.equal(await next(), undefined)
  })

  t.test('of a run that is over is one event', async (t) => {
    const next = eventReader(await watch(1))
    t.match(await next(), ['completed', { id: 1 }])
    t.equal(await next(), undefined)
  })

  t.test('is no longer sent to a caller who has gone', { timeout: 60_000 }, async (t) => {
    const run_id = await start('2026-02')
    const { until } = app.jobs
    const asking = new Promise<{ found: Promise<unknown> }>((resolve) => {
      t.intercept(app.jobs, 'until', {
        value: (...asked: Parameters<typeof until>) => {
          const found = until(...asked)
          resolve({ found })
          return found
        },
      })
    })
    t.intercept(AbortSignal, 'timeout', { value: () => new AbortController().signal }) // no comment comes between
    const leaving = new AbortController()
    const next = eventReader(await watch(run_id, leaving.signal))
    await next()
    const { found } = await asking
    leaving.abort()
    await t.rejects(next(), { name: 'AbortError' })
    t.equal(await found, undefined, 'nobody asks for the run any more')
  })

  t.test('ends when the server stops, which no connection holds up', { timeout: 60_000 }, async (t) => {
    const next = eventReader(await watch(await start('2026-01')))
    await next()
    await app.close()
    t.equal(await next(), undefined)
  })
})
