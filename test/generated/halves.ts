/** Two files send the requests, side by side: one those about records and people, one all others. */
export const isOfRecords = (path: string) =>
  /^\/api\/(auth|users|employees|audit|warehouses|sellers|am|campaigns|appeals|surcharges|sync)\b/.test(path)
