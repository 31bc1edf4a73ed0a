/** The texts of a certificate, as far as pages read them. */
export interface Texts {
  statement: string
  proof: string
}

/** What a certificate says of itself. Only a verification tells whether it is true. */
export interface Said {
  seller_code: string
  period: string
  revision: number
  total_sos: number
  tier: string
  finalized_at: string
}

/** Where a leaf stands, and under which head. */
export interface Place {
  origin: string
  index: number
  size: number
}

/** What a statement says; undefined for a text that is none. */
export function saidBy({ statement }: Texts): Said | undefined {
  const read = parsed(statement) as Partial<Record<keyof Said, unknown>> | undefined
  const { seller_code, period, revision, total_sos, tier, finalized_at } = read ?? {}
  const isOne =
    [seller_code, period, tier, finalized_at].every((one) => typeof one === 'string') &&
    [revision, total_sos].every((one) => typeof one === 'number')
  return isOne &&
    /^\d{4}-(0[1-9]|1[0-2])$/.test(String(period)) &&
    !Number.isNaN(Date.parse(String(finalized_at)))
    ? (read as Said)
    : undefined
}

/** What a c2sp.org/tlog-proof says; undefined for a text that is none. */
export function placeIn({ proof }: Texts): Place | undefined {
  const [head = '', ...rest] = proof.split('\n\n')
  const index = /^index (\d{1,15})$/m.exec(head)?.[1]
  const [origin, size] = (rest[0] ?? '').split('\n')
  return index && origin && /^\d{1,15}$/.test(size ?? '')
    ? { origin, index: Number(index), size: Number(size) }
    : undefined
}

/** The certificate in a file's text; undefined when it holds something else. */
export function certificateIn(text: string): (Texts & Record<string, unknown>) | undefined {
  const read = parsed(text) as Record<string, unknown> | undefined
  return typeof read?.statement === 'string' && typeof read.proof === 'string'
    ? (read as Texts & Record<string, unknown>)
    : undefined
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
