/**
 * Asks for many things at once where callers ask for one: all keys that are asked for in one turn of the event loop
 * are read by one call of `readAll`, whose map lacks the keys that name nothing. Nothing is kept: what is read was
 * read after it was asked for. When the reading fails, it fails for all who asked in that turn.
 *
 * Not dataloader: without its cache it asks for a key as often as callers do, takes its answers by position, and ends a
 * batch before the next socket is read.
 */
export function coalesce<Key, Found>(
  readAll: (keys: Key[]) => Promise<Map<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let open: { keys: Set<Key>; found: Promise<Map<Key, Found>> } | undefined

  function begin() {
    const keys = new Set<Key>()
    const turnEnds = new Promise<void>((end) => setImmediate(end))
    const found = turnEnds.then(() => {
      open = undefined
      return readAll([...keys])
    })
    return { keys, found }
  }

  return async (key) => {
    open ??= begin()
    open.keys.add(key)
    return (await open.found).get(key)
  }
}
