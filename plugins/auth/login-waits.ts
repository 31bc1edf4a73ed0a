/** Failures after which the next try waits: of an account from one network, of it from all, of a network with all. */
export const PAIR_FAILURES = 5
export const ACCOUNT_FAILURES = 20
export const NETWORK_FAILURES = 100
export const MOST_WAIT_SECONDS = 60

/** A counter as it stood before a try. */
export interface Counter {
  failures: number
  /** Seconds until the next try; 0 or less when there is nothing to wait for. */
  waits: number
}

/** The counters of one try; those of the account and the network count where it has not logged in from lately. */
interface Counters {
  pair: Counter
  account?: Counter
  network?: Counter
}

/** Seconds of waiting after so many failures, the first `free` of which cost nothing: 1, 2, 4 … 60. */
const waitAfter = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(MOST_WAIT_SECONDS, 2 ** (failures - free))

/**
 * Whether a try may be made now. A network that is new to an account with many failures waits before its first try,
 * by a clock of its own: whoever else tries meanwhile can't take its place, so nobody is locked out.
 * @returns the seconds still to wait, 0 for none; those that a network which has just come waits for its first try; and
 * what pair and network wait after a try that fails
 */
export function judge({ pair, account, network }: Counters) {
  const others = account?.failures ?? 0
  return {
    wait: Math.max(pair.waits, network?.waits ?? 0, 0),
    first: pair.failures === 0 ? waitAfter(others, ACCOUNT_FAILURES) : 0,
    pairWaits: Math.max(
      waitAfter(pair.failures + 1, PAIR_FAILURES),
      account ? waitAfter(others + 1, ACCOUNT_FAILURES) : 0,
    ),
    networkWaits: network ? waitAfter(network.failures + 1, NETWORK_FAILURES) : 0,
  }
}
