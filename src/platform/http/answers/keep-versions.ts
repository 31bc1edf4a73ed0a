/** Answers that are kept with the version that they were read in, the latest used of them. */
export interface KeptVersions<Answer> {
  /** The answer that is kept, if it is of this version. What has no version, null, is never found. */
  ofVersion(key: string, version: string | null): Answer | undefined
  /** Keeps an answer with the version that was read before it. */
  keep(key: string, version: string | null, answer: Answer): Answer
}

/** @param most how many are kept */
export function keepVersions<Answer>(most: number): KeptVersions<Answer> {
  const all = new Map<string, { version: string | null; answer: Answer }>()

  /** The newest stand at the end. */
  function keep(key: string, version: string | null, answer: Answer) {
    all.delete(key)
    all.set(key, { version, answer })
    const [oldest] = all.keys()
    if (all.size > most && oldest !== undefined) all.delete(oldest)
    return answer
  }

  return {
    keep,
    ofVersion(key, version) {
      const one = all.get(key)
      return one && version !== null && one.version === version ? keep(key, version, one.answer) : undefined
    },
  }
}
