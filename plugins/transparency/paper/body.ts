import { sha256 } from '../../../src/scoring/canonical-json.ts'
import { COMPONENTS, type Component } from '../../../src/scoring/components.ts'
import { appealsOf, type Explanation } from '../../../src/scoring/explanation.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { reasonsOf } from '../../../src/scoring/reasons.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { tierSentence } from '../../../src/scoring/sentences.ts'
import { toBase64 } from '../../../src/transparency/bytes.ts'
import type { Certificate } from '../../../src/transparency/certificate.ts'
import { parseCheckpoint } from '../../../src/transparency/log/checkpoint.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import { parseTlogProof } from '../../../src/transparency/log/tlog-proof.ts'
import { MORE_NAMES, type MoreName, readMore, unknownNames } from '../../../src/transparency/more.ts'
import { readStatement, type Statement } from '../../../src/transparency/statement.ts'
import { html, raw } from './html.ts'

const NAMES: Record<Component, string> = {
  p_score: 'Planning',
  o_score: 'Operations',
  t_score: 'Tickets',
  f_score: 'Finance',
  i_score: 'Inventory',
}

/**
 * What the page shows of a certificate, as markup: made by the service, and again in the browser, which compares. Only
 * what the certificate proves stands here.
 * @throws RangeError when a text of it can't be read
 */
export function paperBody(certificate: Certificate): string {
  const statement = readStatement(certificate.statement)
  return (
    heading(statement) + explained(certificate) + more(statement, certificate) + proof(statement, certificate)
  )
}

/** Other code may have written rules or an explanation that this code can't read: the rest is shown then. */
function explained({ explanation, rules }: Certificate): string {
  try {
    const [told, used]: [Explanation, ScoringRules] = [JSON.parse(explanation), JSON.parse(rules)]
    return tier(told, used) + components(told) + reasons(told, used)
  } catch {
    return html`<p>How this score came about can not be shown by this release.</p>`
  }
}

function heading({ seller_code, period, revision, total_sos, tier, as_of, finalized_at }: Statement): string {
  return html`<h1>Certificate of a final score</h1>
<p class="seller">Seller <b>${seller_code}</b>, ${period}, revision ${revision}</p>
<p class="score"><b>${total_sos}</b> <span>of 100</span> <strong>${tier}</strong></p>
<p class="small">Computed from the facts as of ${time(as_of)}, final since ${time(finalized_at)}.</p>`
}

function tier(explanation: Explanation, { tiers }: ScoringRules): string {
  const benefits = tiers.find(({ id }) => id === explanation.tier.id)?.benefits
  return html`<p>${tierSentence(explanation)}${benefits ? ` It brings: ${benefits}.` : ''}</p>`
}

function components({ components }: Explanation): string {
  const rows = COMPONENTS.map((name) => {
    const { raw: mean, weight, weighted, imputed, has_data } = components[name]
    const note = has_data ? '' : imputed ? 'too little data: the mean of the others' : 'no data'
    return html`<tr><th scope="row">${NAMES[name]}</th><td>${mean}</td><td>${weight}</td><td>${weighted}</td><td>${note}</td></tr>`
  })
  return html`<h2>Components</h2>
<table><thead><tr><th scope="col">Component</th><th scope="col">Points</th><th scope="col">Weight</th><th scope="col">Brings</th><th scope="col">Note</th></tr></thead><tbody>${raw(rows.join(''))}</tbody></table>`
}

function reasons(explanation: Explanation, rules: ScoringRules): string {
  const found = reasonsOf({ explanation, rules: prepareRules(rules) }, null).reasons
  const items = [
    ...found.map(({ points_lost, sentence }) => html`<li>${sentence} (${points(points_lost)})</li>`),
    ...appealsOf(explanation).map(({ sentence }) => html`<li>${sentence}</li>`),
  ]
  return items.length === 0 ? '' : html`<h2>Reasons</h2><ul>${raw(items.join(''))}</ul>`
}

const MORE_WORDS: Record<MoreName, string> = { run_id: 'Run', reviewed_by: 'Reviewed by', notes: 'Notes' }

/** What the leaf names beside the score: those texts that the certificate brings, and which it does not know. */
function more(statement: Statement, { more: texts = {} }: Certificate): string {
  if (statement.v !== 2) return ''
  const named = statement.more ?? {}
  const shown = MORE_NAMES.flatMap((name) => {
    const said = texts[name] === undefined ? undefined : readMore(name, texts[name])
    return said === undefined || named[name] !== sha256(texts[name] as string)
      ? []
      : [[MORE_WORDS[name], said]]
  })
  const unknown = unknownNames(named).map((name) => [name, 'hashed, not checked'])
  const orders = statement.orders === null ? [] : [['Orders', String(statement.orders)]]
  const lines = [...orders, ...shown, ...unknown]
  return lines.length === 0
    ? ''
    : html`<dl>${raw(lines.map(([word = '', said = '']) => html`<dt>${word}</dt><dd>${said}</dd>`).join(''))}</dl>`
}

function proof(statement: Statement, certificate: Certificate): string {
  const { index, checkpoint } = parseTlogProof(certificate.proof)
  const note = parseNote(checkpoint)
  const { origin, size, root } = parseCheckpoint(note.text)
  return html`<h2>Proof</h2>
<dl><dt>Log</dt><dd>${origin}</dd><dt>Leaf</dt><dd>${index} of ${size}</dd><dt>Root</dt><dd><code>${toBase64(root)}</code></dd>
<dt>Signed by</dt><dd><code>${note.signatures.map(({ name, id }) => `${name}+${id}`).join(', ')}</code></dd>
<dt>Engine</dt><dd><code>${statement.engine ?? 'not known any more'}</code></dd>
<dt>Statement</dt><dd><code class="long">${certificate.statement}</code></dd></dl>`
}

const points = (lost: number) => {
  const rounded = Math.round(Math.abs(lost) * 100) / 100
  return `${rounded} points ${lost < 0 ? 'gained' : 'lost'}`
}

const time = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
