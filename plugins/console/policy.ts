/**
 * The headers of the page. It runs the scripts of this service and asks nobody else; no text becomes markup or a
 * script (trusted types), nothing is styled from within the markup, and no other site frames or reaches its window.
 */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Kept, and asked for again each time, for it names the newest files.
  'cache-control': 'no-cache',
}
