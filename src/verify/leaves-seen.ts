/** Runs of leaves that are remembered; leaves in the order of the log make one for each gap. */
const MOST_RUNS = 100_000

/** 1204 as 1,204. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** Which leaves of a log were seen, as runs without a gap. */
export function leavesSeen() {
  const runs: { start: number; end: number }[] = []
  let isKnown = true

  return {
    add(index: number) {
      const last = runs.at(-1)
      if (last && last.end === index) last.end += 1
      else if (runs.length < MOST_RUNS) runs.push({ start: index, end: index + 1 })
      else isKnown = false
    },

    /** Says which leaves are here and how many are not, of a log of so many. */
    sentence(size: number): string {
      const merged = merge(runs)
      const [first, last] = [merged[0], merged.at(-1)]
      if (!isKnown || !first || !last)
        return `Their leaves are in no order, so it is not known whether one of the log of ${number(size)} is missing.`
      const span = `Leaves ${number(first.start)} to ${number(last.end - 1)} of the log of ${number(size)}`
      const missing = merged.reduce((count, { start, end }) => count - (end - start), size)
      if (missing === 0) return `${span}: none is missing.`
      const gap = first.start > 0 ? 0 : first.end
      return missing === 1
        ? `${span}: leaf ${number(gap)} is not here. It may be of another month.`
        : `${span}: ${number(missing)} of the log are not here, first ${number(gap)}. They may be of other months.`
    },
  }
}

type Run = { start: number; end: number }

function merge(runs: readonly Run[]): Run[] {
  const merged: Run[] = []
  for (const { start, end } of runs.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
