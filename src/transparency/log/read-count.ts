/** A whole number in decimal without leading zeros, up to 2^53; undefined for any other text. */
export function readCount(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : undefined
}
