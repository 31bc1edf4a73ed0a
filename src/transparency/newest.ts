/** Remembers what came of the keys asked for last, `most` of them; what failed is tried again. */
export function newest<Value>(most: number, make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : make(key)
    known.delete(key) // the one asked for last comes last
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return value
  }
}
