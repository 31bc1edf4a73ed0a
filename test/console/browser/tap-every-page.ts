import type { Test } from 'tap'
import { eventually } from '../../setup/eventually.ts'
import { receiver } from '../../webhooks/receiver.ts'
import { consoleService } from '../browser.ts'
import { visitEveryPage } from './every-page.ts'
import { FINAL } from './months.ts'
import { tapOpenAll } from './tap-open.ts'

/** The console on the demo and what the demo lacks, so that there is something of every kind. */
export async function consoleOfEveryKind(t: Test) {
  const { openConsole, call } = await consoleService(t, { changes: true })
  const done = async (...asked: Parameters<typeof call>) => {
    const { status, body } = await call(...asked)
    if (status >= 300) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${body.error}`)
    return body
  }
  const { data: tiers } = await done('bod', 'GET', '/api/config/tiers')
  const changes = [{ type: 'tiers', op: 'remove', identity: tiers[0].name }]
  await done('am_head', 'POST', '/api/config/drafts', { name: 'One tier less', changes })
  await done('ops_head', 'POST', '/api/backtests', { kind: 'drift', from: FINAL, to: FINAL, bonus_base: 0 })
  await done('ops_head', 'POST', '/api/sos/monthly/corrections', {
    period: FINAL,
    reason: 'The curve was wrong',
  })
  await done('system', 'POST', '/api/sync/orders', {
    records: [{ seller_code: 'NOBODY', order_code: 'lost' }],
  })
  const there = await receiver(t)
  const { data: webhooks } = await done('admin', 'GET', '/api/webhooks')
  for (const { id } of webhooks) {
    await done('admin', 'PATCH', `/api/webhooks/${id}`, { url: there.url })
    await done('admin', 'POST', `/api/webhooks/${id}/test`)
  }
  await eventually(
    async () => (await done('admin', 'GET', '/api/webhooks/logs')).data.length >= webhooks.length,
  )
  return openConsole
}

/** Opens whatever says that it opens something, on every page, and closes it, by a finger. */
export async function tapEveryPage(
  t: Test,
  openConsole: Awaited<ReturnType<typeof consoleOfEveryKind>>,
  width: number,
) {
  const { page } = await openConsole(t, {
    as: 'bod',
    path: `/console?period=${FINAL}`,
    width,
    height: 800,
    isTouch: true,
  })
  const opened = new Set<string>()
  await visitEveryPage(page, async (name) => {
    const here = `main a[href^="${new URL(page.url()).pathname}?"][href*="open="]`
    t.equal(
      await page.locator(`${here}:not([aria-haspopup])`).count(),
      0,
      `links of ${name} that open say so`,
    )
    for (const one of await tapOpenAll(page, 'main')) opened.add(`${name} ${one}`)
  })
  t.comment([...opened].join('\n'))
  t.ok(opened.size > 100, `${opened.size} were opened`)
}
