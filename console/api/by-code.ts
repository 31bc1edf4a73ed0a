/** Paths whose first name is a seller or a campaign. */
const NAMED = /^\/api\/(?:sos\/sellers|sellers|campaigns)\/\{/

/**
 * `?by=code` where a request names a seller or campaign by digits alone, which may be another one's id as well: the
 * pages go by codes.
 */
export function byCode(path: string, names: object, query: object): { by?: 'code' } {
  const { seller_code, seller_codes } = query as Record<string, unknown>
  const listed = path.startsWith('/api/sos/') ? (seller_code ?? seller_codes) : undefined
  const name = NAMED.test(path) ? Object.values(names)[0] : listed
  return /(?:^|,)\d+(?:,|$)/.test(String(name ?? '')) ? { by: 'code' } : {}
}
