/** The attempts of one event, newest first. */
export interface Group<Attempt> {
  event_id: string
  attempts: Attempt[]
}

/** Puts attempts under their events, in the order in which an event first appears. */
export function groupsOf<Attempt extends { event_id: string }>(attempts: Attempt[]): Group<Attempt>[] {
  const groups = new Map<string, Group<Attempt>>()
  for (const attempt of attempts) {
    const group = groups.get(attempt.event_id)
    if (group) group.attempts.push(attempt)
    else groups.set(attempt.event_id, { event_id: attempt.event_id, attempts: [attempt] })
  }
  return [...groups.values()]
}
