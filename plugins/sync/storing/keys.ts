/** The natural key of each record as one text. null and undefined are the same. */
export const keysOf = (records: object[], key: string[]): string[] =>
  (records as Record<string, unknown>[]).map((record) =>
    key.map((field) => record[field] ?? '').join(SEPARATOR),
  )

/** A key as people read it. */
export const readable = (key: string) => key.replaceAll(SEPARATOR, '/')

/** No text of a record holds it. */
const SEPARATOR = '\0'

/** So many keys of a stream are remembered, which is some hundred megabytes at the most. */
const MOST_KEYS = 1_000_000

/** The keys of a stream, each with the number of the chunk that had it first. */
export class SeenKeys {
  #chunks = new Map<string, number>()

  get isFull() {
    return this.#chunks.size >= MOST_KEYS
  }

  /** Whether a chunk before this one had the key. A chunk may be asked about again. */
  isOfEarlier(key: string, chunk: number): boolean {
    return (this.#chunks.get(key) ?? chunk) < chunk
  }

  add(key: string, chunk: number) {
    if (!this.isFull && !this.#chunks.has(key)) this.#chunks.set(key, chunk)
  }
}
