import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { type Preview, previewRules } from '../../../src/scoring/simulation/preview.ts'

/** What a thread gets: kept inputs, and the rules to score them under. */
export type PreviewInput = { texts: string[]; before: ScoringRules; after: ScoringRules }

/** Runs in a thread: what other rules make of a month. */
export default function previewTask({ texts, before, after }: PreviewInput): Preview {
  return previewRules(texts, { before, after })
}
