/** What became of one of many. */
export interface Outcome<Item> {
  item: Item
  /** Why it was not done; undefined when it was. */
  error?: unknown
}

interface Options {
  /** Told after each one. */
  tell?: (done: number) => void
  /** How long to wait before the same is tried again, in milliseconds; null when that would not help. */
  pauseAfter: (error: unknown, tries: number) => number | null
  pause?: (ms: number) => Promise<void>
  signal?: AbortSignal
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Does one thing after another. One that fails does not stop the rest; after an abort no further one is begun. */
export async function eachInTurn<Item>(
  items: Item[],
  act: (item: Item) => Promise<unknown>,
  { tell, pauseAfter, pause = sleep, signal }: Options,
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = []
  for (const item of items) {
    if (signal?.aborted) break
    outcomes.push(await tryOne(item))
    tell?.(outcomes.length)
  }
  return outcomes

  async function tryOne(item: Item, tries = 1): Promise<Outcome<Item>> {
    try {
      await act(item)
      return { item }
    } catch (error) {
      const ms = pauseAfter(error, tries)
      if (ms === null || signal?.aborted) return { item, error }
      await pause(ms)
      return tryOne(item, tries + 1)
    }
  }
}
