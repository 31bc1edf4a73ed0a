type Points = [x: number, points: number][]

/** What a slider of a metric goes over: where its curve changes, and the present value. A percent ends at 100. */
export function rangeOf(curve: Points, value: number, unit: string) {
  const values = [...curve.map(([x]) => x), value]
  const low = Math.max(0, Math.floor(Math.min(...values)))
  const [from, to] = [low, Math.ceil(Math.max(...values))]
  const most = unit === 'percent' && Math.max(...curve.map(([x]) => x)) <= 100 && value <= 100 ? 100 : to
  const end = Math.min(to, most)
  return { from, to: end > from ? end : from + 1, step: end - from > 40 ? 0.5 : end - from > 10 ? 0.1 : 0.05 }
}
