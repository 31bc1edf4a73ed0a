/** Maps a range of values to a range of pixels. */
export interface Scale {
  (value: number): number
  /** The value at a pixel. */
  invert(pixel: number): number
}

export function linear([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const span = to - from || 1
  const scale = (value: number) => start + ((value - from) / span) * (end - start)
  return Object.assign(scale, {
    invert: (pixel: number) => from + ((pixel - start) / (end - start || 1)) * span,
  })
}

/** The middle of each of so many places of the same width, and that width. */
export function bands(count: number, [start, end]: [number, number]) {
  const width = (end - start) / Math.max(1, count)
  return { width, middle: (index: number) => start + width * (index + 0.5) }
}
