import { ticks } from 'd3-array'

/** Maps values onto pixels along a straight line. */
export interface Scale {
  (value: number): number
  invert(pixel: number): number
  /** Some `count` round values in between. */
  ticks(count: number): number[]
}

/** d3-scale does this and much more, at ten times the size. */
export function linear([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const slope = (end - start) / (to - from || 1)
  return Object.assign((value: number) => start + (value - from) * slope, {
    invert: (pixel: number) => from + (pixel - start) / slope,
    ticks: (count: number) => ticks(from, to, count),
  })
}
