/** Remembers what came of the keys asked for last, `most` of them; what failed is tried again. */
export function newest<Key, Value>(most: number): (key: Key, make: () => Value) => Value {
  const known = new Map<Key, Value>()
  return (key, make) => {
    const value = known.has(key) ? (known.get(key) as Value) : make()
    known.delete(key) // the one asked for last comes last
    known.set(key, value)
    if (value instanceof Promise) value.catch(() => known.delete(key))
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return value
  }
}
