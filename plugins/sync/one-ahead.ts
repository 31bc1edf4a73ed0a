/**
 * The same items, of which the next is being made while the one before is worked on. Nobody waits for what is made
 * ahead but who asks for it or leaves: then it ends before `items` does, and its error is nobody's.
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

/** Its error waits for who asks for the item. */
function begun<Item>(items: AsyncGenerator<Item>) {
  const next = items.next()
  next.catch(() => {})
  return next
}
