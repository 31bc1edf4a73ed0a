import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { type Preview, previewRules } from '../../../src/scoring/simulation/preview.ts'

/** What a thread gets: kept inputs, the rules to score them under, and the metrics whose values are asked for. */
type PreviewInput = { texts: string[]; before: ScoringRules; after: ScoringRules; metrics: string[] }

/** Runs in a thread: what other rules make of a month. */
export default function previewTask({ texts, before, after, metrics }: PreviewInput): Preview {
  return previewRules(texts, { before, after }, metrics)
}
