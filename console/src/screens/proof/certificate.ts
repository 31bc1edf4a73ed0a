/** A certificate as far as it is read here. */
export interface Certificate {
  statement: string
  proof: string
}

/** What a certificate says of itself; only the service tells whether it is true. */
export interface Said {
  seller_code: string
  period: string
  revision: number
  total_sos: number
  tier: string
  finalized_at: string
}

/** The certificate in a text; undefined where it is something else. */
export function certificateIn(text: string): Certificate | undefined {
  const read = parsed(text)
  return typeof read?.statement === 'string' && typeof read.proof === 'string'
    ? (read as unknown as Certificate)
    : undefined
}

/** What it says; undefined where that can’t be read. */
export function saidBy({ statement }: Certificate): Said | undefined {
  const read = parsed(statement)
  const isOne =
    /^\d{4}-(0[1-9]|1[0-2])$/.test(String(read?.period)) &&
    typeof read?.total_sos === 'number' &&
    !Number.isNaN(Date.parse(String(read?.finalized_at)))
  return isOne ? (read as unknown as Said) : undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
