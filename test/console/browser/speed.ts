import type { Page } from 'playwright-core'

/** A slow phone: a fourth of this processor, 1.6 Mbit/s down, 750 kbit/s up, and 150 ms there and back. */
const SLOW = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
}

/** Makes a page of a page that is as slow as on a slow phone. */
export async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW.network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
}

/** When the largest thing on the page was painted, in milliseconds from the call of the page; once it asks no more. */
export async function largestPaintMs(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(`new Promise((tell) =>
    new PerformanceObserver((list) => tell(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`)
}
