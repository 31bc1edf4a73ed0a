import { hash } from 'node:crypto'
import type { Certificate } from '../../../src/transparency/certificate.ts'
import { paperBody } from './body.ts'
import { embeddedJson, html, raw } from './html.ts'
import { STYLE } from './style.ts'

/** A page, and the policy that lets nothing run in it but what it came with. */
export type Paper = { page: string; policy: string }

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

const WITHOUT_PROGRAM =
  'Not verified: the program of this page did not run. Verify the certificate with seller-operating-score-verify.'

/**
 * One page of a final score that verifies itself, offline: the certificate, the keys and the verifier are in it.
 * `program` is the bundle of browser/main.ts, or null where it was not built: then the page says that it is not
 * verified.
 */
export function paperOf(certificate: Certificate, keys: readonly string[], program: string | null): Paper {
  const { seller_code, period } = JSON.parse(certificate.statement)
  const policy = [
    "default-src 'none'",
    ...(program === null ? [] : [`script-src ${sourceOf(program)}`]),
    `style-src ${sourceOf(STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>Score of ${seller_code} in ${period}</title><style>${raw(STYLE)}</style></head>
<body><main><div id="paper">${raw(paperBody(certificate))}</div>
<section><h2>Verification</h2><p id="status" class="bad" role="status">${WITHOUT_PROGRAM}</p><ul id="checks"></ul>
<p>This page trusts the key <code>${keys.join(' ')}</code>, which it brings itself. A page that brings its own key proves
nothing against whoever made the page: compare the key with the one that the service publishes at
<code>/api/transparency/key</code> or, better, with one that you have kept from another source.</p></section></main>
<script type="application/json" id="certificate">${raw(embeddedJson(certificate))}</script>
<script type="application/json" id="keys">${raw(embeddedJson(keys))}</script>
${raw(program === null ? '' : `<script type="module">${program}</script>`)}
</body></html>
`
  return { page, policy: `${policy}; frame-ancestors 'none'` }
}
