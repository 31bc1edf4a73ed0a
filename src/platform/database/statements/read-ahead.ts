/**
 * Reads parts in their order, the next of them while whoever asked is still busy with one.
 * @param ahead how many are read at a time
 * @throws what reading a part throws, when its turn comes; those that were begun are waited for
 */
export async function* readAhead<Part, Read>(
  parts: readonly Part[],
  ahead: number,
  read: (part: Part) => Promise<Read>,
): AsyncGenerator<Read> {
  const begun: Promise<Read>[] = []
  const begin = (part: Part) => {
    const reading = read(part)
    reading.catch(() => {}) // heard when its turn comes
    begun.push(reading)
  }
  parts.slice(0, ahead).forEach(begin)
  try {
    for (let next = ahead; begun.length > 0; next++) {
      const done = await (begun.shift() as Promise<Read>)
      if (next < parts.length) begin(parts[next] as Part)
      yield done
    }
  } finally {
    await Promise.allSettled(begun)
  }
}
