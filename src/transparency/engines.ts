/**
 * The number of the engine here. An engine that is changed and still comes to all scores that are kept of releases
 * (test/fixtures) keeps its number; one that does not takes the next.
 */
export const ENGINE_NUMBER = 1

/** The names of the engines whose scores are kept, each with its number. */
export const KEPT_ENGINES: ReadonlyMap<string, number> = new Map([
  ['7abe69ba446336e6c30f8d32812c8730392cfcaa9e69dba8c6c787a023c29993', 1], // fe1fc82: all files of src/scoring
])

/** Whether the engine here is known to come to the scores of another one, which a statement names. */
export const isReproduced = (name: string | null): boolean =>
  name !== null && KEPT_ENGINES.get(name) === ENGINE_NUMBER
