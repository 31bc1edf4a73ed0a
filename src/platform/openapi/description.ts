import type { FieldWords } from './fields.ts'
import type { Guide } from './reference/guides.ts'

/** What the document says of the service beside its routes. */
export interface ApiDescription {
  title: string
  /** A few sentences about all operations, in Markdown. */
  introduction: string
  /** The introduction and what programs need beside it. */
  description: string
  version: string
  /** One line about each tag, in the order of the documentation. */
  tags: Record<string, string>
  /** Models by their names, for objects that stand in several places (see `nameModels`). */
  models: Record<string, object>
  /** What the service posts to others, and the security schemes by which they know that it does. */
  webhooks: Record<string, object>
  webhookSecurity: Record<string, { type: 'apiKey'; in: string; name: string; description: string }>
  /** What it says of fields by their names. */
  fields: FieldWords
  /** What the page at /docs shows before the reference. */
  guides: Guide[]
  /** How the page calls tags that are no plain word. */
  tagTitles: Record<string, string>
}
