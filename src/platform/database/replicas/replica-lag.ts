/** A look at both servers: where each stands, and when (performance.now()). */
interface LagProbe {
  primary: string
  replica: string
  at: number
}

/** Enough for half an hour of looks. */
const MOST_REMEMBERED = 1_000

/**
 * For how long a replica has lacked something. It goes by where the primary stood and when, so that a primary that
 * nobody writes to does not make its replica look late, and that no clock of another machine counts.
 */
export function createReplicaLag() {
  const missing: { lsn: bigint; at: number }[] = []
  let last = 0
  return {
    see({ primary, replica, at }: LagProbe) {
      const has = numberOf(replica)
      const there = numberOf(primary)
      last = at
      while (missing[0] && missing[0].lsn <= has) missing.shift()
      if (there > has && missing.length < MOST_REMEMBERED) missing.push({ lsn: there, at })
    },
    /** In milliseconds, as of the last look; 0 while it lacks nothing. */
    ms: () => (missing[0] ? last - missing[0].at : 0),
  }
}

/** A position in the log as a number: A/BC → 0xA000000BC. */
function numberOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
