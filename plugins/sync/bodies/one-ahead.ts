/**
 * Prefetches one item: the next is made while the caller works on the one before. A caller that leaves early waits
 * until the prefetched item is made, and never sees its error.
 */
export async function* oneAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = begun(items)
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = begun(items)
      yield value
    }
  } finally {
    await items.return(undefined)
  }
}

/** Starts the next item; its error is thrown when the item is asked for. */
function begun<Item>(items: AsyncGenerator<Item>) {
  const next = items.next()
  next.catch(() => {})
  return next
}
