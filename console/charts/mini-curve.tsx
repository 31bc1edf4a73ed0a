import type { Points } from './curve.tsx'

const [WIDTH, HEIGHT] = [72, 32]

/** A curve the size of a word. What it says stands beside it. */
export function MiniCurve({ curve }: { curve: Points }) {
  const [low, high] = [curve[0]?.[0] ?? 0, curve.at(-1)?.[0] ?? 1]
  const x = (value: number) => 10 + ((value - low) / (high - low || 1)) * (WIDTH - 20)
  const y = (points: number) => HEIGHT - 3 - (points / 100) * (HEIGHT - 6)
  const all = [`0,${y(curve[0]?.[1] ?? 0)}`, ...curve.map(([value, points]) => `${x(value)},${y(points)}`)]
  const line = `M${all.join('L')}H${WIDTH}`
  return (
    <svg
      class="mini-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path class="area" d={`${line}V${HEIGHT}H0Z`} />
      <path class="line" d={line} />
    </svg>
  )
}
