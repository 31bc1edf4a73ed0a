interface KeptAnswer<Answer> {
  version: string | null
  /** The time when its reading began, by performance.now(). */
  readAt: number
  answer: Answer
}

/** Answers that are kept with the version that they were read in, the latest used of them. */
export interface KeptVersions<Answer> {
  /** The answer that is kept, if it is of this version. What has no version, null, is never found. */
  ofVersion(key: string, version: string | null): Answer | undefined
  /** The answer that is kept, if its reading began after this time, by performance.now(). */
  readAfter(key: string, time: number): Answer | undefined
  /** Reads an answer with its version, from one snapshot or the version first, and keeps it. */
  keep(key: string, read: () => Promise<{ version: string | null; answer: Answer }>): Promise<Answer>
}

/** @param most how many are kept */
export function keepVersions<Answer>(most: number): KeptVersions<Answer> {
  const all = new Map<string, KeptAnswer<Answer>>()

  /** The newest stand at the end. */
  function put(key: string, one: KeptAnswer<Answer>) {
    all.delete(key)
    all.set(key, one)
    const [oldest] = all.keys()
    if (all.size > most && oldest !== undefined) all.delete(oldest)
    return one.answer
  }

  function find(key: string, isRight: (one: KeptAnswer<Answer>) => boolean) {
    const one = all.get(key)
    return one && isRight(one) ? put(key, one) : undefined
  }

  return {
    ofVersion: (key, version) => find(key, (one) => version !== null && one.version === version),
    readAfter: (key, time) => find(key, ({ readAt }) => readAt > time),
    async keep(key, read) {
      const readAt = performance.now()
      return put(key, { ...(await read()), readAt })
    },
  }
}
