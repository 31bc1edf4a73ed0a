import type { Test } from 'tap'

/** Runs a check when the body of a test is done, while it may still fail: a teardown comes too late for that. */
export function beforeEnd(t: Test, check: () => unknown) {
  const others = t.onbeforeend?.bind(t)
  t.onbeforeend = async () => {
    await others?.()
    await check()
  }
}
