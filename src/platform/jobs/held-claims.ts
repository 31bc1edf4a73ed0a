import type { Claim, ClaimSource, ConsumerJob, Lease } from './consumer.ts'

export const RENEW_MS = 4_000
/** Less than the heartbeat of a queue (queues.ts), after which others may take a claim. */
const FRESH_MS = 8_000

/** The claims on jobs of one kind that this process holds. */
export class HeldClaims implements Lease {
  readonly #job: ConsumerJob
  readonly #source: ClaimSource
  readonly #held = new Map<string, { claim: Claim; size: number }>()
  #size = 0
  #renewedAt = performance.now()
  readonly poll: () => void

  constructor(job: ConsumerJob, source: ClaimSource, poll: () => void) {
    this.#job = job
    this.#source = source
    this.poll = poll
  }

  /** Claims as many jobs as there is room for; undefined when that is none. What comes late is left to come again. */
  async claimMore(exceptGroups: string[]) {
    const room = this.#room()
    if (room === 0) return undefined
    const asked = performance.now()
    const claimed = await this.#source.claim(room, exceptGroups)
    for (const claim of claimed) claim.asked = asked
    return claimed.length > 0 ? claimed.filter((claim) => !isLate(claim)) : undefined
  }

  add(claim: Claim, size = this.#job.sizeOf?.(claim.data) ?? 1) {
    const before = this.#held.get(claim.id)
    if (before) this.#drop([before.claim]) // this process has taken again what it was too late to renew
    this.#held.set(claim.id, { claim, size })
    this.#size += size
  }

  async renew() {
    const began = performance.now()
    if (this.#held.size > 0) this.#drop(await this.#source.renew(this.#all()))
    this.#renewedAt = Math.max(this.#renewedAt, began)
  }

  isFresh() {
    return performance.now() - this.#renewedAt < FRESH_MS
  }

  hold(claims: Claim[]) {
    for (const claim of claims)
      if (isLate(claim)) claim.lost = true
      else this.add(claim, 0) // the consumer has said that it has room for it
  }

  ended(claims: Claim[]) {
    const wasFull = this.#room() === 0
    this.#drop(claims)
    if (wasFull && this.#room() > 0) this.poll()
  }

  async giveBack(claims: Claim[]) {
    const mine = claims.flatMap(({ id }) => this.#held.get(id)?.claim ?? [])
    this.#drop(mine)
    if (mine.length > 0) await this.#source.giveBack(mine)
  }

  giveBackAll() {
    return this.giveBack(this.#all())
  }

  /** How many jobs to claim at once; none while there is room for less than a quarter of a batch. */
  #room() {
    const { room, batch } = this.#job
    const free = room - this.#size
    return free * 4 < batch ? 0 : Math.min(free, batch)
  }

  /** Nobody begins the jobs here any more. */
  #drop(claims: Claim[]) {
    for (const claim of claims) {
      claim.lost = true
      const held = this.#held.get(claim.id)
      if (held?.claim !== claim) continue
      this.#size -= held.size
      this.#held.delete(claim.id)
    }
  }

  #all() {
    return [...this.#held.values()].map(({ claim }) => claim)
  }
}

/**
 * Whether a claim, known only now, may have become another's before it is renewed, because the process was frozen or
 * its commit took long: it is left to come again.
 */
const isLate = ({ asked }: Claim) => asked !== undefined && performance.now() - asked > FRESH_MS - RENEW_MS
