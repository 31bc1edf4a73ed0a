/** The forms of a file, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * The form that an Accept-Encoding header wants most (RFC 9110, 12.5.3), and of those it wants as much, the smallest:
 * browsers write gzip before br and mean no order. Where it refuses all that there are, the file as it is.
 */
export function encodingFor(accepted: string | undefined, forms: ReadonlyMap<Encoding, unknown>): Encoding {
  const weights = weightsOf(accepted)
  // As it is, a file does unless it is refused; any other form has to be asked for.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  const [best = 'identity'] = ENCODINGS.filter(
    (encoding) => forms.has(encoding) && weightOf(encoding) > 0,
  ).sort((a, b) => weightOf(b) - weightOf(a))
  return best
}

/** `br;q=0.5, gzip` → br 0.5, gzip 1. A weight that is no number is above nothing. */
export function weightsOf(accepted = ''): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (coding) weights.set(coding, Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1))
  }
  return weights
}
